import { request } from './request.ts';
import type { Sandbox } from './clients.ts';

/** Locks have no client of their own among the packages used here. */
export class ManagementLockClient {
  readonly #sandbox: Sandbox;
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }
  async put(scope: string, name: string, level: string): Promise<void> {
    const { status } = await request(this.#sandbox, 'PUT', `${scope}/providers/Microsoft.Authorization/locks/${name}?api-version=2020-05-01`, { body: { properties: { level } } });
    if (status >= 300) throw new Error(`lock ${status}`);
  }
  async delete(scope: string, name: string): Promise<void> {
    await request(this.#sandbox, 'DELETE', `${scope}/providers/Microsoft.Authorization/locks/${name}?api-version=2020-05-01`);
  }
}
