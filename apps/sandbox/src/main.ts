import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';

// Stripped and compiled code is kept: a later start takes half the time. Only what is imported after this counts.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compile'));
const { startSandbox } = await import('./sandbox.ts');

const say = (line: string): void => void process.stderr.write(`sandbox: ${line}\n`);

try {
  const config = readConfig(process.env);
  const sandbox = await startSandbox(config, say);
  say('=====================================================================');
  say('  SANDBOX CLOUD: not a real cloud. Anybody can sign in as anybody.');
  say(`  Console ${sandbox.http.general}/   State ${config.dataDir}/sandbox`);
  say('=====================================================================');
  const { http, tls, smtp, caFile } = sandbox;
  process.stdout.write(`${JSON.stringify({ ready: true, http, tls, smtp, ca: caFile })}\n`);

  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    // A stuck connection must not keep the port of a sandbox whose parent is gone.
    setTimeout(() => process.exit(0), 3000).unref();
    await sandbox.stop();
    process.exit(0);
  };
  process.once('SIGTERM', () => void end());
  process.once('SIGINT', () => void end());
  // Ends with its parent; a terminal is not a parent.
  if (!process.stdin.isTTY) process.stdin.on('end', () => void end()).on('error', () => void end()).resume();
} catch (error) {
  say(error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}
