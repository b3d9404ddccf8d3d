// Runs on whatever Node started npm (>= 18), before `npm start` and `npm test`: installs what is missing, and builds
// the web app when asked and out of date. The script that follows finds the pinned Node in node_modules/.bin, because
// npm puts that folder first on PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 18) fail(`Node ${process.versions.node} is too old to install Cloudwright: version 20 or newer is needed.`);

// node_modules/.package-lock.json is npm's own note of what it installed.
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.log('Installing packages (once, about a minute) …');
  npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
}
if (!existsSync('node_modules/.bin/node') && (major < 22 || (major === 22 && minor < 18))) {
  fail(`No pinned Node was installed for ${process.platform} ${process.arch}: use Node 22.18 or newer.`);
}
if (process.argv[2] === 'build' && newest('apps/web', 'packages/contract', 'packages/engine') > modified('apps/web/dist/index.html')) {
  console.log('Building the web app …');
  npm('run', 'build', '-w', '@cloudwright/web', '--silent');
}

function npm(...args) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The time of the latest change below these folders: what is built from them is older = out of date. */
function newest(...folders) {
  let latest = 0;
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.endsWith('.test.ts')) continue;
      const file = path.join(folder, entry.name);
      latest = Math.max(latest, entry.isDirectory() ? newest(file) : modified(file));
    }
  }
  return latest;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
