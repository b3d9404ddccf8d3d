import { limits } from '../limits.ts';
import { findKey } from '../values.ts';
import type { Deployment } from './deployment.ts';
import type { DiagnosticCode } from '../diagnostics.ts';
import type { ExpandedResource } from '../api.ts';
import type { Instance } from './instance.ts';

/** Limits and rules that hold for each deployment once its loops are unrolled. */
export function checkDeployment(deployment: Deployment, included: readonly Instance[], bodies: readonly ExpandedResource[]): void {
  const { frame, template, base } = deployment;
  const report: Report = (code, path, ...args) => {
    frame.run.report(frame.document, code, path, ...args);
  };
  const counted: [string, string, number, number][] = [
    ['parameters', 'Parameters', Object.keys(template.parameters).length, limits.parameters],
    ['variables', 'Variables', Object.keys(template.variables).length, limits.variables],
    ['outputs', 'Outputs', Object.keys(template.outputs).length, limits.outputs],
    ['resources', 'Resources, copies included', deployment.instances().filter((instance) => !instance.isExisting).length, limits.resources],
  ];
  for (const [section, label, count, limit] of counted) {
    if (count > limit) report('LimitExceeded', [...base, template.key(section)], label, String(count), String(limit));
  }
  // A profile names the versions of all types.
  const hasProfile = findKey(template.root, 'apiProfile') !== undefined || findKey(frame.template.root, 'apiProfile') !== undefined;
  checkIds(included, hasProfile, report);
  checkSizes(deployment, included, bodies, report);
  checkLocations(deployment, included, bodies, report);
}

type Report = (code: DiagnosticCode, path: (string | number)[], ...args: string[]) => void;

/** Ids with a part that only the cloud knows may still turn out to be different ones. */
export const isOpenId = (id: string): boolean => /\{.*\}/.test(id);

function checkIds(included: readonly Instance[], hasProfile: boolean, report: Report): void {
  const seen = new Set<string>();
  for (const { id, path, type, apiVersion, source } of included) {
    const lower = id.toLowerCase();
    if (seen.has(lower) && !isOpenId(id)) report('DuplicateResource', path, id);
    seen.add(lower);
    const isVersionless = hasProfile || 'import' in source || 'extension' in source;
    if (apiVersion === undefined && !isVersionless && !Object.keys(source).some((key) => key.toLowerCase() === 'apiversion')) {
      report('MissingProperty', path, 'apiVersion', `the resource of type '${type}'`);
    }
  }
}

function checkSizes({ frame }: Deployment, included: readonly Instance[], bodies: readonly ExpandedResource[], report: Report): void {
  // A resource can only be that large when the file or what was produced from it is.
  const produced = frame.run.produced();
  if (frame.document.length + produced < limits.resourceBytes) return;
  bodies.forEach((body, index) => {
    const size = JSON.stringify(body).length;
    if (size > limits.resourceBytes) report('LimitExceeded', (included[index] as Instance).path, 'Size of the resource', String(size), String(limits.resourceBytes));
  });
}

function checkLocations({ target, base, template }: Deployment, included: readonly Instance[], bodies: readonly ExpandedResource[], report: Report): void {
  if (target.level === 'resourceGroup') return;
  const locations = new Set<string>();
  bodies.forEach((body, index) => {
    if (typeof body.location === 'string' && (included[index] as Instance).type.toLowerCase() === 'microsoft.resources/deployments') locations.add(body.location.toLowerCase());
  });
  if (locations.size > limits.locationsAboveGroup) {
    report('LimitExceeded', [...base, template.key('resources')], 'Locations of deployments', String(locations.size), String(limits.locationsAboveGroup));
  }
}
