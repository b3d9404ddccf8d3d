import { deploymentEndpoints, type DeploymentDetail } from '@cloudwright/contract';
import { strToU8, zipSync } from 'fflate';
import { file, type Handlers, type PersonContext } from '../../platform/context.ts';
import { registeredSubscription } from '../subscriptions/public.ts';
import { cloudOf } from '../../platform/cloud.ts';
import { failure, found } from '../../platform/errors.ts';
import { versionById, type VersionRow } from '../blueprints/public.ts';
import { assignDeployment, cancelDeployment, createDeployment, deleteDeployment, estimateDeployment, retryDeployment, shareDeployment } from './actions.ts';
import { planOf } from './plan.ts';
import { deployedResources } from './resources.ts';
import { detailOf, findDeployment, isNameTaken, listDeployments, type DeploymentRow } from './store.ts';

const portalOf = (context: PersonContext): string => context.identity.cloud.endpoints().portal;
const shown = (context: PersonContext, row: DeploymentRow): Promise<DeploymentDetail> => context.db.run((tx) => detailOf(tx, row, portalOf(context)));
const byId = (context: PersonContext, id: string): Promise<DeploymentRow> => context.db.run(async (tx) => found(await findDeployment(tx, { id }), 'deployment'));
/** The entry with its blueprint version, which is no longer kept once the entry is deleted. */
const withVersion = (context: PersonContext, id: string): Promise<{ row: DeploymentRow; version: VersionRow | undefined }> =>
  context.db.run(async (tx) => {
    const row = found(await findDeployment(tx, { id }), 'deployment');
    return { row, version: row.blueprintVersionId === null ? undefined : await versionById(tx, row.blueprintVersionId) };
  });

/** Handlers of the noun deployment. */
export const deploymentHandlers: Handlers<typeof deploymentEndpoints> = {
  deploymentCreate: async (context, { body }) => shown(context, await createDeployment(context, body)),
  deploymentNameCheck: (context, { body }) => checkName(context, body),
  deploymentEstimate: (context, { body }) => estimateDeployment(context, body),
  deploymentListOwn: (context, { body }) => context.db.run((tx) => listDeployments(tx, body, context.person.userId)),
  deploymentGet: (context, { body }) => context.db.run(async (tx) => detailOf(tx, found(await findDeployment(tx, body), 'deployment'), portalOf(context))),
  deploymentOperations: async (context, { body }) => {
    const { operations } = await byId(context, body.id);
    const result = operations.map(({ action, ...operation }) => ({ ...operation, operation: action }));
    return { count: result.length, total: result.length, result };
  },
  deploymentResources: async (context, { body }) => {
    const row = await byId(context, body.id);
    const result = await deployedResources(context, row);
    return { count: result.length, total: result.length, result };
  },
  deploymentRetry: async (context, { body }) => shown(context, await retryDeployment(context, body)),
  deploymentCancel: async (context, { body }) => shown(context, await cancelDeployment(context, body.id)),
  deploymentDelete: async (context, { body }) => shown(context, await deleteDeployment(context, body.id, body.resources)),
  deploymentAssign: async (context, { body }) => shown(context, await assignDeployment(context, body.id, body)),
  deploymentShare: async (context, { body }) => shown(context, await shareDeployment(context, body.id, body.sharedWith)),
  deploymentPlan: async (context, { body }) => {
    const { row, version } = await withVersion(context, body.id);
    return version === undefined ? { resources: [], edges: [] } : planOf(row, version);
  },
  deploymentDownload: async (context, { body }) => {
    const { row, version } = await withVersion(context, body.id);
    if (version === undefined) throw failure('not_found', 'The template of this deployment is no longer kept.');
    const parameters = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#',
      contentVersion: '1.0.0.0',
      parameters: Object.fromEntries(Object.entries(row.parameters).map(([name, value]) => [name, { value }])),
    };
    const files = {
      'azuredeploy.json': strToU8(version.template.content),
      ...Object.fromEntries(Object.entries(version.template.linked).map(([path, text]) => [path, strToU8(text)])),
      'azuredeploy.parameters.json': strToU8(`${JSON.stringify(parameters, null, 2)}\n`),
    };
    return file(`${row.name}.zip`, 'application/zip', Buffer.from(zipSync(files, { level: 6 })));
  },
};

/** A deployment's name is checked in the ledger; a resource's, where its names are unique beyond the group, by the cloud. */
async function checkName(context: PersonContext, asked: { type: string; name: string; subscriptionId: string; resourceGroup?: string | null | undefined }) {
  const taken = (message: string) => ({ available: false, reason: 'AlreadyExists', message });
  if (asked.type.toLowerCase() !== 'deployment') {
    await context.db.run((tx) => registeredSubscription(tx, asked.subscriptionId));
    const answer = await cloudOf(context).names.check(asked.subscriptionId, asked.type, asked.name);
    return { available: answer?.available ?? true, reason: answer?.reason ?? null, message: answer?.message ?? null };
  }
  if (!/^[-\w.()]{1,64}$/.test(asked.name)) return { available: false, reason: 'Invalid', message: 'Use 1 to 64 of letters, digits, - _ . ( )' };
  const isTaken = await context.db.run((tx) => isNameTaken(tx, { subscriptionId: asked.subscriptionId, resourceGroup: asked.resourceGroup ?? null, name: asked.name }));
  return isTaken ? taken(`There is a deployment named ${asked.name} in this place already.`) : { available: true, reason: null, message: null };
}
