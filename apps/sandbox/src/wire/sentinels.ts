import { ArmError } from './arm-error.ts';

/** A name that fails (or dawdles) on purpose: the way to see a failure without breaking anything. */
interface Sentinel {
  prefix: string;
  status: number;
  code: string;
  message: (name: string, type: string) => string;
  /** When the failure shows: at the request, or after the resource was accepted. */
  when: 'request' | 'provisioning';
}

/** Prefixes of resource and deployment names, with what Azure answers in that case. */
export const sentinels: Sentinel[] = [
  { prefix: 'fail-quota', status: 409, code: 'QuotaExceeded', when: 'request', message: (name) => `Operation could not be completed as it results in exceeding approved Total Regional Cores quota. Additional details - Deployment Model: Resource Manager, Location: westeurope, Current Limit: 20, Current Usage: 20, Additional Required: 4, (Minimum) New Limit Required: 24. Resource: ${name}.` },
  { prefix: 'fail-conflict', status: 409, code: 'Conflict', when: 'request', message: (name) => `Another operation is in progress on the resource '${name}'. Please try again later.` },
  { prefix: 'fail-sku', status: 409, code: 'SkuNotAvailable', when: 'request', message: (name) => `The requested size for resource '${name}' is currently not available in this location. Please try another size or deploy to a different location or zones.` },
  { prefix: 'fail-policy', status: 403, code: 'RequestDisallowedByPolicy', when: 'request', message: (name) => `Resource '${name}' was disallowed by policy.` },
  { prefix: 'fail-authorization', status: 403, code: 'AuthorizationFailed', when: 'request', message: (name, type) => `The client does not have authorization to perform action '${type}/write' over the resource '${name}'.` },
  { prefix: 'fail-allocation', status: 409, code: 'AllocationFailed', when: 'provisioning', message: () => 'Allocation failed. We do not have sufficient capacity for the requested size in this region.' },
  { prefix: 'fail-zonal', status: 409, code: 'ZonalAllocationFailed', when: 'provisioning', message: () => 'Allocation failed. We do not have sufficient capacity for the requested size in this zone.' },
  { prefix: 'fail-timeout', status: 504, code: 'OSProvisioningTimedOut', when: 'provisioning', message: (name) => `OS Provisioning for '${name}' did not finish in the allotted time. The VM may still finish provisioning successfully.` },
  { prefix: 'fail-extension', status: 409, code: 'VMExtensionProvisioningError', when: 'provisioning', message: (name) => `VM has reported a failure when processing extension '${name}'. Error message: "Enable failed: command terminated with exit status=1".` },
  { prefix: 'fail-internal', status: 500, code: 'InternalServerError', when: 'provisioning', message: () => 'An internal error occurred.' },
  { prefix: 'fail-retryable', status: 503, code: 'RetryableError', when: 'provisioning', message: () => 'A retryable error occurred.' },
];

const SLOW_FACTOR = 10;

const sentinelOf = (name: string): Sentinel | undefined => sentinels.find(({ prefix }) => name.toLowerCase().startsWith(prefix));

/** Throws when the name asks for a failure at this moment. */
export function checkSentinel(name: string, type: string, when: Sentinel['when']): void {
  const sentinel = sentinelOf(name);
  if (sentinel?.when === when) throw new ArmError(sentinel.status, sentinel.code, sentinel.message(name, type), name);
}

/** Names that begin with `slow` take ten times as long, and at least ten seconds. */
export const sentinelDuration = (name: string, duration: number): number => (/^slow/i.test(name) ? Math.max(duration * SLOW_FACTOR, 10_000) : sentinelOf(name)?.when === 'provisioning' ? Math.max(duration, 500) : duration);
