import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { accessLevels, blueprintScopes, deploymentStatuses } from './enums.ts';
import { bodyList, listResult } from './list.ts';
import { currency, id, money, name, record, recordFields, slug, tags, time } from './shared.ts';

/** An error flattened to its innermost cause, explained. */
export const deploymentError = z.object({
  code: z.string(),
  message: z.string(),
  /** The resource (id or type/name) that failed. */
  target: z.string().nullable(),
  time,
  /** What it means here: absent for a code that nobody has explained yet. */
  explanation: z
    .object({ cause: z.string(), parameter: z.string().nullable(), value: z.string().nullable(), nextStep: z.string() })
    .nullable(),
  /** The policies that refused it: absent for any other error. */
  violations: z
    .array(z.object({
      assignment: z.string(), definition: z.string(), conditions: z.array(z.string()), suggestion: z.string().nullable(),
      /** Every value that would pass, where the policy lists them. */
      choices: z.array(z.string()).optional(),
    }))
    .optional(),
});
export type DeploymentError = z.output<typeof deploymentError>;

/** One line of an estimate, with what it assumes and how sure it is. */
export const estimateLine = z.object({
  resource: z.string(),
  type: z.string(),
  meter: z.string().nullable(),
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  unitPrice: z.number().nullable(),
  /** null: "Price not available". */
  monthly: z.number().nullable(),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  assumptions: z.array(z.string()),
});
export const estimate = z.object({ monthly: money.nullable(), isComplete: z.boolean(), lines: z.array(estimateLine), assumptions: z.array(z.string()), pricedAt: time });
export type Estimate = z.output<typeof estimate>;

const output = z.object({ type: z.string(), value: z.unknown(), isSecret: z.boolean() });
const sharedWith = z.object({ userId: id, name: z.string(), access: z.enum(accessLevels) });
const person = z.object({ id, name: z.string(), email: z.string() });

/** A row of the deployment list. */
export const deployment = z.object({
  ...record,
  name: z.string(),
  blueprintId: id.nullable(),
  blueprintName: z.string(),
  blueprintTitle: z.string(),
  blueprintVersion: z.number().int(),
  subscriptionId: z.string(),
  subscriptionName: z.string().nullable(),
  /** null at subscription scope. */
  resourceGroup: z.string().nullable(),
  region: z.string(),
  scope: z.enum(blueprintScopes),
  status: z.enum(deploymentStatuses),
  attempt: z.number().int(),
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  tags,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  monthlyEstimate: money.nullable(),
  errorCount: z.number().int(),
});
export type Deployment = z.output<typeof deployment>;

/** An attempt that has ended and was followed by another one. */
export const deploymentAttempt = z.object({
  attempt: z.number().int(),
  status: z.enum(deploymentStatuses),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The first of its errors. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Names of the inputs that were changed for the next attempt. */
  changed: z.array(z.string()),
});
export type DeploymentAttempt = z.output<typeof deploymentAttempt>;

/** Enough of a deployment to lead to its page. */
const deploymentLink = z.object({ id, name: z.string(), subscriptionId: z.string(), resourceGroup: z.string().nullable() });

export const deploymentDetail = deployment.extend({
  /** Secrets are masked. */
  parameters: z.record(z.string(), z.unknown()),
  secretParameters: z.array(z.string()),
  outputs: z.record(z.string(), output),
  errors: z.array(deploymentError),
  assignees: z.array(person),
  sharedWith: z.array(sharedWith),
  estimate: estimate.nullable(),
  /** Earlier attempts, the oldest first. */
  attempts: z.array(deploymentAttempt),
  /** The deployment that this one repeats in another place or under another name, and those that repeat this one. */
  retryOf: deploymentLink.nullable(),
  retriedAs: z.array(deploymentLink),
  /** What a person may do now: the state's verbs, before permissions. */
  actions: z.object({ canRetry: z.boolean(), canCancel: z.boolean(), canDelete: z.boolean() }),
  cloudDeploymentName: z.string().nullable(),
  /** Calls in a row that the cloud refused as busy or did not answer; the portal goes on asking. */
  unanswered: z.number().int(),
  /** How far a deletion with resources has come; null before its plan is made, and where there is none. */
  deletion: z.object({ gone: z.number().int(), total: z.number().int() }).nullable(),
  portalUrl: z.string().nullable(),
});
export type DeploymentDetail = z.output<typeof deploymentDetail>;

export const operation = z.object({
  id: z.string(),
  resourceId: z.string().nullable(),
  resourceType: z.string().nullable(),
  resourceName: z.string().nullable(),
  operation: z.string(),
  status: z.string(),
  statusMessage: z.string().nullable(),
  startedAt: time.nullable(),
  durationMs: z.number().nullable(),
});
export type Operation = z.output<typeof operation>;

export const deployedResource = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** 0 storage, 1 virtual machine, null anything else. */
  kind: z.union([z.literal(0), z.literal(1)]).nullable(),
  region: z.string().nullable(),
  status: z.string().nullable(),
  /** Running, stopped, deallocated ... for virtual machines. */
  powerState: z.string().nullable(),
  sku: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  portalUrl: z.string().nullable(),
});
export type DeployedResource = z.output<typeof deployedResource>;

/** The order of work: resources in waves, and which waits for which. Empty once the blueprint version is gone. */
export const deploymentPlan = z.object({
  resources: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), /** From 0; everything in a wave may run at once. */ wave: z.number().int() })),
  /** `from` waits for `to`. */
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type DeploymentPlan = z.output<typeof deploymentPlan>;

const ref = z.object({ id });
const place = { subscriptionId: z.guid(), resourceGroup: z.string().min(1).max(90).nullable().optional() };
const deploymentName = z.string().regex(/^[-\w.()]{1,64}$/, 'Use 1 to 64 of letters, digits, - _ . ( )');
const chosenBlueprint = {
  blueprintName: slug,
  /** Key of the organization whose blueprint it is; default the own one, then the shared ones. */
  org: z.string().max(40).optional(),
  version: z.number().int().min(1).optional(),
};

/** By ledger id, or as the route of the page names it. */
const lookup = z.union([ref, z.object({ subscriptionId: z.string(), resourceGroup: z.string().nullable().optional(), name: z.string() })]);

export const deploymentEndpoints = endpoints({
  deploymentCreate: {
    body: z.object({
      ...chosenBlueprint, ...place, name: deploymentName, region: z.string().min(1).max(60),
      parameters: z.record(z.string(), z.unknown()).default({}), tags: tags.default({}),
      /** The deployment that this one repeats: its owner's secrets are taken from there where none are given. */
      retryOf: id.optional(),
    }),
    response: deploymentDetail,
  },
  deploymentNameCheck: {
    body: z.object({ type: z.string().max(200).default('deployment'), name: z.string().max(200), subscriptionId: z.guid(), resourceGroup: z.string().nullable().optional() }),
    response: z.object({ available: z.boolean(), reason: z.string().nullable(), message: z.string().nullable() }),
  },
  deploymentEstimate: {
    body: z.object({
      ...chosenBlueprint, region: z.string().max(60).optional(), subscriptionId: z.string().optional(), resourceGroup: z.string().nullable().optional(),
      parameters: z.record(z.string(), z.unknown()).default({}), currency: currency.optional(),
    }),
    response: estimate,
  },
  deploymentListOwn: bodyList(deployment, {
    ...recordFields, name: 'text', status: 'text', blueprintName: 'text', blueprintId: 'id', blueprintVersion: 'number', subscriptionId: 'text',
    resourceGroup: 'text', region: 'text', ownerName: 'text', ownerId: 'id', startedAt: 'time', finishedAt: 'time',
  }),
  deploymentGet: { body: lookup, response: deploymentDetail },
  deploymentOperations: { body: ref, response: listResult(operation) },
  deploymentPlan: { body: ref, response: deploymentPlan },
  deploymentResources: { body: ref, response: listResult(deployedResource) },
  /** Another attempt of the same entry; given values replace kept ones. */
  deploymentRetry: {
    body: ref.extend({
      parameters: z.record(z.string(), z.unknown()).optional(), region: z.string().min(1).max(60).optional(), tags: tags.optional(),
      /** `inputs`: what is not given stays as it was. `secrets`: plain values that are not given fall back to their defaults. */
      keep: z.enum(['inputs', 'secrets']).default('inputs'),
    }),
    response: deploymentDetail,
  },
  deploymentCancel: { body: ref, response: deploymentDetail },
  deploymentDelete: { body: ref.extend({ resources: z.boolean().default(false) }), response: deploymentDetail },
  deploymentAssign: { body: ref.extend({ ownerId: id.optional(), assigneeIds: z.array(id).max(50).optional() }), response: deploymentDetail },
  deploymentShare: {
    body: ref.extend({ sharedWith: z.array(z.object({ userId: id, access: z.enum(accessLevels).default('READER') })).max(50) }),
    response: deploymentDetail,
  },
  deploymentDownload: { body: ref, response: z.string().describe('A zip: template, linked templates, parameters without secrets') },
});

const vm = z.object({ deploymentId: id, resourceId: z.string() });
const vmResult = z.object({ resourceId: z.string(), powerState: z.string().nullable() });
const regionOf = z.object({ subscriptionId: z.guid(), region: z.string().min(1).max(60) });

export const vmSize = z.object({
  name: z.string(),
  family: z.string().nullable(),
  vCpus: z.number(),
  memoryGb: z.number(),
  maxDataDisks: z.number().nullable(),
  /** Cores left in the family and region; null = unknown. */
  coresLeft: z.number().nullable(),
  isAvailable: z.boolean(),
  /** Why not, in words. */
  reason: z.string().nullable(),
});

/** Live choices of the wizard and actions on deployed machines: always the cloud's own answer of this moment. */
export const vmEndpoints = endpoints({
  vmStart: { body: vm, response: vmResult },
  vmStop: { body: vm, response: vmResult },
  vmRestart: { body: vm, response: vmResult },
  vmSizes: { body: regionOf, response: listResult(vmSize) },
  vmImages: {
    body: regionOf.extend({ publisher: z.string().max(120).optional(), offer: z.string().max(120).optional() }),
    response: listResult(z.object({ id: z.string(), label: z.string(), publisher: z.string(), offer: z.string(), sku: z.string(), version: z.string(), osType: z.string().nullable() })),
  },
  networkList: {
    body: z.object({ subscriptionId: z.guid(), region: z.string().max(60).optional() }),
    response: listResult(
      z.object({ id: z.string(), name, resourceGroup: z.string(), region: z.string(), addressPrefixes: z.array(z.string()), subnets: z.array(z.object({ id: z.string(), name: z.string(), addressPrefix: z.string().nullable() })) }),
    ),
  },
});
