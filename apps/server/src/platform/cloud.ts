import { cloudClient, type CloudClient } from '@cloudwright/cloud';
import type { PersonContext } from './context.ts';

/** The caller's cloud with the caller's own token. Throws 401 without one. */
export const cloudOf = (context: PersonContext): CloudClient => cloudClient(context.identity.cloud.endpoints(), context.cloudToken().token);
