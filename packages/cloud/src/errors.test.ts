import { describe, expect, it } from 'vitest';
import { ArmError, innermostCauses, readErrorBody, retryAfterOf, toArmError } from './errors.ts';

describe('errors of the cloud', () => {
  it('unwraps nested details to the innermost causes and hands targets down', () => {
    const body = readErrorBody({
      error: {
        code: 'DeploymentFailed', message: 'At least one resource deployment operation failed.', target: '/subscriptions/s/deployments/d',
        details: [
          { code: 'Conflict', message: JSON.stringify({ error: { code: 'ResourceDeploymentFailure', message: 'terminal', details: [{ code: 'SkuNotAvailable', message: 'not here' }] } }) },
          { code: 'BadRequest', message: 'name', target: 'vm' },
        ],
      },
    });
    expect(innermostCauses(body ?? { code: '', message: '' })).toEqual([
      { code: 'SkuNotAvailable', message: 'not here', target: '/subscriptions/s/deployments/d' },
      { code: 'BadRequest', message: 'name', target: 'vm' },
    ]);
  });

  it('reads the shapes of older providers', () => {
    expect(readErrorBody({ Code: 'Conflict', Message: 'taken' })).toEqual({ code: 'Conflict', message: 'taken' });
    expect(readErrorBody({ 'odata.error': { code: 'X', message: { lang: 'en', value: 'text' } } })).toEqual({ code: 'X', message: 'text' });
    expect(readErrorBody({ status: 'Failed' })).toBeUndefined();
  });

  it('keeps code and details of an SDK error, which only has the body as text', () => {
    const error = toArmError({
      message: 'x', statusCode: 409, code: 'Conflict',
      response: { bodyAsText: '{"error":{"code":"ScopeLocked","message":"locked","details":[{"code":"Inner","message":"why"}]}}', headers: new Map([['retry-after', '7']]) },
    });
    expect(error).toBeInstanceOf(ArmError);
    expect([error.status, error.code, error.causes[0]?.code, error.retryAfterMs]).toEqual([409, 'ScopeLocked', 'Inner', 7000]);
  });

  it('calls a network failure and throttling transient, a refusal not', () => {
    expect(toArmError(new Error('socket hang up')).isTransient).toBe(true);
    expect(new ArmError(429, { code: 'TooManyRequests', message: '' }).isTransient).toBe(true);
    expect(new ArmError(400, { code: 'InvalidTemplate', message: '' }).isTransient).toBe(false);
  });

  it('reads Retry-After as seconds or as a date', () => {
    const at = (value: string) => retryAfterOf((name) => (name === 'retry-after' ? value : undefined), Date.parse('2026-01-01T00:00:00Z'));
    expect(at('12')).toBe(12_000);
    expect(at('Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30_000);
    expect(at('soon')).toBeUndefined();
  });
});
