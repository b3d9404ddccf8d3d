/**
 * The specification's sign-in constants (section 9) beside what became of each in the current sign-in library.
 * A row with `goneBecause` has no setting any more; the others are used by identity.ts.
 */
export const signInConstants = {
  frameLoadTimeoutMs: { value: 6000, setting: 'system.iframeBridgeTimeout' },
  tokenRenewalOffsetSeconds: { value: 300, setting: 'system.tokenRenewalOffsetSeconds' },
  cacheLocation: { value: 'sessionStorage', setting: 'cache.cacheLocation' },
  defaultTenant: { value: 'common', setting: 'the provider list’s defaultTenant' },
  prompt: { value: 'select_account', setting: 'loginRedirect.prompt' },
  defaultTokenLifetimeSeconds: { value: 3599, setting: 'lifetime of a token whose own end cannot be read' },
  popupWidth: { value: 483, setting: 'popupWindowAttributes.popupSize.width (the library’s default; no popup is opened)' },
  popupHeight: { value: 600, setting: 'popupWindowAttributes.popupSize.height (the library’s default; no popup is opened)' },
  logLevel: { value: 'error', setting: 'system.loggerOptions.logLevel' },
  piiLoggingEnabled: { value: false, setting: 'system.loggerOptions.piiLoggingEnabled' },
  pollingMs: { value: 50, goneBecause: 'windows answer through a message channel since version 5; only the legacy mode polls, every 30 ms' },
  frameNavigationWaitMs: { value: 1, goneBecause: 'frames are created with their address since version 3 (was navigateFrameWait)' },
  storeAuthStateInCookie: { value: false, goneBecause: 'Internet Explorer is no longer supported, cookies hold no state' },
} as const;
