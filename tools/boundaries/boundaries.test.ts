import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');

/** What is planted in fixture/, one violation a file; a file that is not listed must be clean. */
const planted = [
  'apps/sandbox/src/services/service.ts: boundaries(dependencies)',
  'apps/sandbox/src/wire/wire.ts: boundaries(dependencies)',
  'apps/sandbox/src/world/world.ts: boundaries(dependencies)',
  'apps/server/src/features/alpha/actions.ts: boundaries(dependencies)',
  'apps/server/src/main.ts: boundaries(dependencies)',
  'apps/server/src/platform/mount.ts: boundaries(dependencies)',
  'apps/web/src/app/app.ts: boundaries(dependencies)',
  'apps/web/src/features/alpha/Alpha.ts: boundaries(dependencies)',
  'apps/web/src/landing/landing.ts: boundaries(dependencies)',
  'apps/web/src/shared/table.ts: boundaries(dependencies)',
  'packages/cloud/src/cloud.ts: boundaries(dependencies)',
  'packages/contract/src/contract.ts: boundaries(dependencies)',
  'packages/engine/src/anything.ts: typescript(no-explicit-any)',
  'packages/engine/src/back.ts: boundaries(dependencies)',
  'packages/engine/src/barrel.ts: oxc(no-barrel-file)',
  'packages/engine/src/cycle-a.ts: import(no-cycle)',
  'packages/engine/src/cycle-b.ts: import(no-cycle)',
  'packages/policy/src/policy.ts: boundaries(dependencies)',
  'packages/pricing/src/pricing.ts: boundaries(dependencies)',
  'strange/file.ts: boundaries(no-unknown-files)',
];

// A boundary tool that resolves nothing is green: so the project's own rules are run on a tree that breaks each of them.
test('each import rule fires on its planted violation, and on nothing else', () => {
  const config = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as { ignorePatterns: string[]; jsPlugins: { specifier: string }[]; settings: { 'import/resolver': { oxc: { tsconfig: { configFile: string } } } } };
  config.ignorePatterns = [];
  config.settings['import/resolver'].oxc.tsconfig.configFile = path.join(root, 'tsconfig.json');
  for (const plugin of config.jsPlugins) plugin.specifier = path.join(root, 'node_modules', plugin.specifier, 'dist/index.js');
  const folder = path.join(root, 'node_modules/.cache/boundaries');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, '.oxlintrc.json');
  writeFileSync(file, JSON.stringify(config));
  const run = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), ['-c', file, '--format', 'json', '--no-ignore', '.'], {
    cwd: path.join(here, 'fixture'), encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { filename: string; code: string }[] };
  const seen = [...new Set(diagnostics.map(({ filename, code }) => `${filename}: ${code}`))].sort();
  expect(seen).toEqual(planted);
});
