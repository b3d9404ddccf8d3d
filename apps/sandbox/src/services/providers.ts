import type { Provider } from '../wire/provider.ts';
import { aws } from './aws/provider.ts';
import { compute } from './compute/provider.ts';
import { gitHub } from './github/provider.ts';
import { managedIdentity } from './managed-identity/provider.ts';
import { network } from './network/provider.ts';
import { prices } from './prices/provider.ts';

/** Every provider of the sandbox; a new one is one import and one entry. */
export const providers: Provider[] = [prices, gitHub, aws, compute, network, managedIdentity];
