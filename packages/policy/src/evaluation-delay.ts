/** When -IfNotExists effects look for related resources after a request. */
export type EvaluationDelay =
  | { after: 'minutes'; minutes: number }
  /** When the resource is provisioned: whatever the outcome, or this one only. */
  | { after: 'provisioning'; outcome?: 'success' | 'failure' };

const PROVISIONING: Record<string, EvaluationDelay> = {
  afterprovisioning: { after: 'provisioning' },
  afterprovisioningsuccess: { after: 'provisioning', outcome: 'success' },
  afterprovisioningfailure: { after: 'provisioning', outcome: 'failure' },
};
const MAX_MINUTES = 360;
// ISO 8601, something in it: P1D, PT10M, PT1H30M.
const DURATION = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/** Reads evaluationDelay of an effect's details; ten minutes where it is absent, undefined for what is no delay (effect-deploy-if-not-exists). */
export function evaluationDelay(source: unknown): EvaluationDelay | undefined {
  if (source === undefined || source === null) return { after: 'minutes', minutes: 10 };
  if (typeof source !== 'string') return undefined;
  const named = PROVISIONING[source.toLowerCase()];
  if (named !== undefined) return named;
  const parts = DURATION.exec(source);
  if (parts === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = days * 1440 + hours * 60 + minutes + seconds / 60;
  return total <= MAX_MINUTES ? { after: 'minutes', minutes: total } : undefined;
}
