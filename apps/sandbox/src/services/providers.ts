import type { Provider } from '../wire/provider.ts';
import { compute } from './compute/provider.ts';
import { managedIdentity } from './managed-identity/provider.ts';
import { network } from './network/provider.ts';

/** Every provider of the sandbox; a new one is one import and one entry. */
export const providers: Provider[] = [compute, network, managedIdentity];
