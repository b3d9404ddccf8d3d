import { ArmError, cloudClient, type CloudClient } from '@cloudwright/cloud';
import type { PersonContext } from './context.ts';
import { AppError, failure } from './errors.ts';

/** A cloud's refusal of an interactive call, with the cloud's own code and inner causes; any other error unchanged. */
function toAppError(error: unknown): unknown {
  if (!(error instanceof ArmError)) return error;
  if (error.status === 0) return failure('cloud_unreachable', 'The cloud does not answer. Try again in a moment.');
  const [cause] = error.causes;
  return new AppError(error.status >= 500 ? 502 : error.status, cause?.code ?? error.code, cause?.message ?? error.message, error.causes);
}

/** Runs calls to the cloud; its refusals become the API's errors. */
export async function viaCloud<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error);
  }
}

/** The caller's cloud with the caller's own token. Throws 401 without one. */
export const cloudOf = (context: PersonContext): CloudClient => cloudClient(context.identity.cloud.endpoints(), context.cloudToken().token);
