import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGate, createQueue } from './queue.ts';
import { needsRenewal, portalPath, remainingSeconds } from './session.ts';
import { signInConstants as constants } from './sign-in-constants.ts';
import { classifySignInError, signInErrors } from './sign-in-errors.ts';

const NOW = Date.UTC(2026, 0, 1);
const tokenWith = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`;
const livingFor = (seconds: number) => tokenWith({ exp: NOW / 1000 + seconds });

describe('sign-in constants', () => {
  it('wait 6000 ms for a frame (R-CONST-10)', () => expect(constants.frameLoadTimeoutMs).toMatchObject({ value: 6000, setting: 'system.iframeBridgeTimeout' }));
  it('renew a token with 299 s left and not one with 301 s (R-CONST-11)', () => {
    expect(needsRenewal(livingFor(299), NOW)).toBe(true);
    expect(needsRenewal(livingFor(301), NOW)).toBe(false);
  });
  it('name the popup 483x600 (R-CONST-12)', () => expect([constants.popupWidth.value, constants.popupHeight.value]).toEqual([483, 600]));
  it('name polling every 50 ms as gone, with the reason (R-CONST-13)', () => expect(constants.pollingMs).toMatchObject({ value: 50, goneBecause: expect.stringContaining('message channel') as string }));
  it('count 3599 s for a token whose end cannot be read (R-CONST-14)', () => {
    expect(remainingSeconds('opaque', NOW)).toBe(3599);
    expect(remainingSeconds(tokenWith({}), NOW)).toBe(3599);
  });
  it('name the frame navigation wait of 1 ms as gone, with the reason (R-CONST-15)', () => expect(constants.frameNavigationWaitMs).toMatchObject({ value: 1, goneBecause: expect.any(String) as string }));
  it('log errors only, nothing personal (R-CONST-16)', () => expect([constants.logLevel.value, constants.piiLoggingEnabled.value]).toEqual(['error', false]));
  it('cache in session storage, no cookies (R-AUTH-29)', () => {
    expect(constants.cacheLocation.value).toBe('sessionStorage');
    expect(constants.storeAuthStateInCookie).toMatchObject({ value: false, goneBecause: expect.any(String) as string });
  });
});

describe('the sign-in library', () => {
  const web = path.resolve(import.meta.dirname, '..', '..');
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));

  it('is configured by one table: each value set, or named as gone with the reason (R-CFG-05)', () => {
    const identity = readFileSync(path.join(web, 'shared', 'session', 'identity.ts'), 'utf8');
    const wanted: [row: keyof typeof constants, value: unknown, use: RegExp | null][] = [
      ['frameLoadTimeoutMs', 6000, /iframeBridgeTimeout: constants\.frameLoadTimeoutMs\.value/],
      ['tokenRenewalOffsetSeconds', 300, /tokenRenewalOffsetSeconds: constants\.tokenRenewalOffsetSeconds\.value/],
      ['cacheLocation', 'sessionStorage', /cacheLocation: constants\.cacheLocation\.value/],
      ['prompt', 'select_account', /prompt: constants\.prompt\.value/],
      ['piiLoggingEnabled', false, /piiLoggingEnabled: constants\.piiLoggingEnabled\.value/],
      ['logLevel', 'error', /logLevel: LogLevel\.Error/],
      ['popupWidth', 483, null],
      ['popupHeight', 600, null],
      ['defaultTokenLifetimeSeconds', 3599, null],
      ['pollingMs', 50, null],
      ['frameNavigationWaitMs', 1, null],
      ['storeAuthStateInCookie', false, null],
    ];
    for (const [row, value, use] of wanted) {
      expect([row, constants[row].value]).toEqual([row, value]);
      expect('setting' in constants[row] || 'goneBecause' in constants[row], row).toBe(true);
      if (use) expect(identity, row).toMatch(use);
    }
  });

  it('is known to one module and the bridge page only: everything else speaks of identity (R-AUTH-23)', () => {
    const users = sources.filter((file) => /from '@azure\/msal|import\('@azure\/msal/.test(readFileSync(path.join(web, file), 'utf8')));
    expect(users.toSorted()).toEqual(['redirect.ts', path.join('shared', 'session', 'identity.ts')]);
  });
});

describe('sign-in errors', () => {
  const outcomes: [code: string, kind: string, outcome: string][] = [
    ['login_required', 'loginRequired', 'notice'],
    ['interaction_in_progress', 'loginInProgress', 'ignored'],
    ['popup_window_error', 'popupBlocked', 'notice'],
    ['timed_out', 'renewalTimeout', 'expired'],
    ['state_mismatch', 'invalidState', 'error'],
    ['nonce_mismatch', 'nonceMismatch', 'error'],
    ['user_cancelled', 'userCancelled', 'notice'],
    ['endpoints_resolution_error', 'endpointResolution', 'error'],
    ['untrusted_authority', 'untrustedAuthority', 'error'],
  ];
  it.each(outcomes)('%s is %s and leads to %s (R-AUTH-35)', (errorCode, kind, outcome) => {
    expect(classifySignInError({ errorCode })).toMatchObject({ kind, outcome });
  });
  it('cover the nine kinds of the catalogue, each with a message (R-ERR-06)', () => {
    expect(signInErrors.map(({ kind }) => kind)).toEqual(outcomes.map(([, kind]) => kind));
    expect(signInErrors.every(({ message }) => message.length > 10)).toBe(true);
  });
  it('show text and code of an error, and keep an unknown error’s own text', () => {
    expect(classifySignInError({ errorCode: 'state_mismatch' }).message).toContain('state_mismatch');
    expect(classifySignInError(new Error('Nobody home')).message).toContain('Nobody home');
  });
});

describe('sign-in in turn', () => {
  it('refuses a second interaction while one is open and lets the next one in afterwards (R-AUTH-19)', async () => {
    const enter = createGate();
    let release = () => {};
    const first = enter(() => new Promise<string>((resolve) => (release = () => resolve('first'))));
    await expect(enter(async () => 'second')).rejects.toMatchObject({ errorCode: 'interaction_in_progress' });
    release();
    expect(await first).toBe('first');
    expect(await enter(async () => 'third')).toBe('third');
  });
  it('runs silent calls one after another, also after a failure', async () => {
    const enqueue = createQueue();
    const log: string[] = [];
    const task = (name: string, fails = false) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
    const results = await Promise.allSettled([enqueue(task('a', true)), enqueue(task('b'))]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
  it.each([
    ['/portal/user?x=1', '/portal/user?x=1'],
    ['/portal', '/portal'],
    ['/portalx', null],
    ['//evil.example/portal/', null],
    ['https://evil.example/portal/', null],
    ['/', null],
  ])('returns only to the portal: %s', (path, expected) => expect(portalPath(path)).toBe(expected));
});
