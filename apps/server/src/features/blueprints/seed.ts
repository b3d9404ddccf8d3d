import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bindings, type Bindings, type BlueprintTemplate } from '@cloudwright/contract';
import { blueprintScopes, blueprintVisibilities, msServices } from '@cloudwright/contract/enums';
import { z } from 'zod';
import type { Services } from '../../platform/context.ts';
import { createOrgDb } from '../../platform/db/org-db.ts';
import { createBlueprint, publishBlueprint } from './actions.ts';
import { sortPackage } from './package-files.ts';

const metadata = z.object({
  title: z.string(), summary: z.string(), type: z.string(), tags: z.array(z.string()), icon: z.string(), publisher: z.string(),
  scope: z.enum(blueprintScopes), clouds: z.array(z.enum(msServices)), visibility: z.enum(blueprintVisibilities),
  bindings, examples: z.record(z.string(), z.unknown()).default({}),
});

export interface SeedBlueprint {
  name: string;
  metadata: z.output<typeof metadata>;
  template: BlueprintTemplate;
  parameterDefaults: Record<string, unknown>;
  readme: string;
}

const folder = path.join(import.meta.dirname, 'seed');

/** The blueprints that come with the portal: one folder each, laid out as any importable package. */
export function readSeedBlueprints(): SeedBlueprint[] {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
    const paths = readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' }).filter((file) => /\.(json|md)$/.test(file));
    const files = sortPackage(new Map(paths.map((file) => [file, readFileSync(path.join(folder, name, file), 'utf8')])));
    if (!files) throw new Error(`The blueprint ${name} has no template`);
    return {
      name,
      metadata: metadata.parse(files.metadata),
      template: { format: 'ARM_JSON' as const, content: files.main, linked: files.linked, uiDefinition: files.uiDefinition, scriptOutputs: {} },
      parameterDefaults: files.parameterDefaults,
      readme: files.readme,
    };
  }).toSorted((a, b) => a.name.localeCompare(b.name));
}

const poolLimits = { enabled: true, min: 1, max: 8 };
const modesOf = (administrator: Bindings['administrator']): string[] =>
  administrator?.sshKey === undefined ? ['GENERATED', 'PASSWORD'] : ['SSH_KEY', 'GENERATED', 'PASSWORD'];

/** Publishes the blueprints that come with the portal in the platform organization; what is there stays as it is. */
export async function seedBlueprints({ system }: Services): Promise<void> {
  const db = createOrgDb(system.db, { orgKey: 'platform', isPlatform: true, userId: null });
  const known = new Set((await db.run((tx) => tx.select('blueprint').select('name').execute())).map((row) => row.name));
  for (const { name, metadata: about, template, parameterDefaults, readme } of readSeedBlueprints()) {
    if (known.has(name)) continue;
    await db.run(async (tx) => {
      const type = await tx.select('blueprintType').select('id').where('name', '=', about.type).executeTakeFirst()
        ?? await tx.insert('blueprintType', { name: about.type, description: '', icon: about.icon });
      const { administrator, pools } = about.bindings;
      const { row } = await createBlueprint(tx, name, {
        title: about.title, summary: about.summary, description: readme, typeId: type.id, tags: about.tags, logoUrl: `icon:${about.icon}`, publisher: about.publisher,
        visibility: about.visibility, clouds: about.clouds, template, parameterDefaults, bindings: about.bindings,
        pools: pools === undefined ? { enabled: false, min: 0, max: 0 } : poolLimits,
        credentials: { enabled: administrator !== undefined, username: administrator?.username ?? '', modes: modesOf(administrator) },
      });
      await publishBlueprint(tx, row.id, 'First version', null);
    });
  }
}
