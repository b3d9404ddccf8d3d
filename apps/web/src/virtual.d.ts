declare module 'virtual:endpoint-table' {
  /** name -> [method, path with :params], derived from the contract at build time (vite.config.ts). */
  export const endpointTable: Readonly<Record<string, readonly [method: string, path: string]>>;
}
