import { startSandbox, type Sandbox } from './sandbox.ts';
import type { Config } from './config.ts';

export type * from './wire/provider.ts';
export { ArmError } from './wire/arm-error.ts';
export type { Sandbox, RunningCloud } from './sandbox.ts';

/**
 * A sandbox in this process, for tests: free ports, in memory (or below `dataDir`), a thousand times faster.
 * `log` gets internal errors and sign-in errors; default: standard error.
 */
export function createSandbox(options: Partial<Config> & { log?: (line: string) => void } = {}): Promise<Sandbox> {
  const { log = (line) => process.stderr.write(`${line}\n`), ...config } = options;
  return startSandbox({
    port: 0, tlsPort: 0, governmentPort: 0, governmentTlsPort: 0, smtpPort: 0, host: '127.0.0.1',
    dataDir: undefined, publicUrl: undefined, portalUrl: 'http://localhost:8080', speed: 1000, linkMirrors: [], ...config,
  }, log);
}
