import { safePath } from './archive.ts';

/** The parts of a blueprint found among uploaded files. Texts as they came, paths relative to the main template's folder. */
export interface PackageFiles {
  mainPath: string;
  main: string;
  /** Linked templates and other JSON, by relative path. */
  linked: Record<string, string>;
  /** Plain default values from the parameter file. */
  parameterDefaults: Record<string, unknown>;
  uiDefinition: string | null;
  metadata: Record<string, unknown>;
  readme: string;
}

const mainNames = ['azuredeploy.json', 'main.json', 'maintemplate.json', 'template.json'];
const baseName = (path: string): string => (path.split('/').at(-1) ?? path).toLowerCase();
const depth = (path: string): number => path.split('/').length;
const isDeploymentTemplate = (text: string): boolean => /"\$schema"\s*:\s*"[^"]*deploymentTemplate\.json/i.test(text);
// Placeholders of public parameter files stand for something that a test harness fills in.
const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^(GEN|GET)-[A-Z]/.test(value);

/** A value that JSON.parse refuses counts as absent: an unreadable side file must not hide the template. */
function parseObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Default values of a parameter file; key vault references and placeholders are left out. */
function readParameterFile(text: string | undefined): Record<string, unknown> {
  const file = parseObject(text);
  const parameters = (file['parameters'] ?? {}) as Record<string, { value?: unknown }>;
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, entry]) =>
      entry && typeof entry === 'object' && 'value' in entry && !isPlaceholder(entry.value) ? [[name, entry.value]] : []),
  );
}

/**
 * Sorts uploaded files (path -> text) into the parts of a blueprint. The main template is the shallowest file of a
 * well-known name, else the only deployment template. Undefined when there is none.
 */
export function sortPackage(files: ReadonlyMap<string, string>): PackageFiles | undefined {
  const paths = [...files.keys()].map(safePath).toSorted((a, b) => depth(a) - depth(b) || a.localeCompare(b));
  const named = mainNames.flatMap((name) => paths.filter((path) => baseName(path) === name)).toSorted((a, b) => depth(a) - depth(b));
  const templates = paths.filter((path) => path.toLowerCase().endsWith('.json') && isDeploymentTemplate(files.get(path) ?? ''));
  const jsonFiles = paths.filter((path) => /\.jsonc?$/i.test(path));
  const mainPath = named[0] ?? (templates.length === 1 ? templates[0] : undefined) ?? (jsonFiles.length === 1 ? jsonFiles[0] : undefined);
  if (mainPath === undefined) return undefined;
  const folder = mainPath.includes('/') ? mainPath.slice(0, mainPath.lastIndexOf('/') + 1) : '';
  const inFolder = (name: string): string | undefined => paths.find((path) => path.toLowerCase() === (folder + name).toLowerCase());
  const stem = baseName(mainPath).replace(/\.json$/, '');
  const parameterPath = inFolder(`${stem}.parameters.json`) ?? inFolder('azuredeploy.parameters.json') ?? inFolder('parameters.json')
    ?? paths.find((path) => depth(path) === depth(mainPath) && /parameters\.json$/i.test(path));
  const uiPath = inFolder('createUiDefinition.json');
  const metadataPath = inFolder('metadata.json');
  const apart = new Set([mainPath, parameterPath, uiPath, metadataPath]);
  const text = (path: string | undefined): string | undefined => (path === undefined ? undefined : files.get(path));
  return {
    mainPath,
    main: text(mainPath) ?? '',
    linked: Object.fromEntries(
      jsonFiles.filter((path) => !apart.has(path) && path.startsWith(folder)).map((path) => [path.slice(folder.length), files.get(path) ?? '']),
    ),
    parameterDefaults: readParameterFile(text(parameterPath)),
    uiDefinition: text(uiPath) ?? null,
    metadata: parseObject(text(metadataPath)),
    readme: text(inFolder('README.md')) ?? '',
  };
}
