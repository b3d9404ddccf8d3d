interface ScriptPolicy {
  createScriptURL(url: string): string;
}

const policies = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }).trustedTypes;

// The content security policy lets only this policy turn an address into a script, and it lets only our own files pass.
const policy = policies?.createPolicy('cloudwright', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`Not a script of this portal: ${url}`);
    return url;
  },
});

/** Starts a module worker from a file of the build: `startWorker(url)` with `import url from './x.ts?worker&url'`. */
export const startWorker = (url: string): Worker => new Worker(policy ? policy.createScriptURL(url) : url, { type: 'module' });
