import type { Provider } from '../wire/provider.ts';
import { aws } from './aws/provider.ts';
import { compute } from './compute/provider.ts';
import { gitHub } from './github/provider.ts';
import { managedIdentity } from './managed-identity/provider.ts';
import { network } from './network/provider.ts';
import { prices } from './prices/provider.ts';
import { batch } from './batch/provider.ts';
import { containerRegistry } from './container-registry/provider.ts';
import { containerService } from './container-service/provider.ts';
import { documentDb } from './document-db/provider.ts';
import { genericProviders } from './generic/provider.ts';
import { insights } from './insights/provider.ts';
import { keyVault } from './key-vault/provider.ts';
import { eventHub, notificationHubs, relay, serviceBus } from './messaging/provider.ts';
import { operationalInsights, operationsManagement } from './operational-insights/provider.ts';
import { platformServices } from './platform-services/provider.ts';
import { sql } from './sql/provider.ts';
import { storage } from './storage/provider.ts';
import { web } from './web/provider.ts';

/** Every provider of the sandbox; a new one is one import and one entry. */
export const providers: Provider[] = [prices, gitHub, aws, compute, network, managedIdentity,
  storage, web, keyVault, sql, documentDb, containerRegistry, containerService, batch, operationalInsights, operationsManagement, insights,
  eventHub, serviceBus, relay, notificationHubs, ...platformServices,
  // Last: behaviour wins over what is only stored.
  ...genericProviders];
