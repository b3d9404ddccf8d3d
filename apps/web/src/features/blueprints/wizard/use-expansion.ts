import type { DeploymentContext } from '@cloudwright/engine';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useRoot } from '../../../shared/session/store.ts';
import { expandQuery } from '../engine/engine.ts';
import { keepsSecret } from './earlier.ts';
import { parametersOf, type WizardDraft, type WizardModel } from './draft.ts';

/** What the deployment would create with the values of this moment, evaluated in the worker. */
export function useExpansion(draft: WizardDraft, model: WizardModel) {
  const tenantId = useRoot((root) => root.auth.tenantId);
  const settled = useDeferredValue(draft);
  const job = useMemo(() => {
    const { content, linked } = model.blueprint.template;
    return { template: content, linked, parameters: { ...keptSecrets(settled, model), ...parametersOf(settled, model) }, context: contextOf(settled, model, tenantId) };
  }, [settled, model, tenantId]);
  return useQuery(expandQuery(job));
}

/** Where the deployment goes, as the engine needs to know it. */
export function contextOf({ subscriptionId, resourceGroup, region, name }: WizardDraft, model: WizardModel, tenantId: string | null): DeploymentContext {
  return {
    ...(tenantId ? { tenantId } : {}),
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(name ? { deploymentName: name } : {}),
    ...(model.blueprint.scope === 'RESOURCE_GROUP' ? { resourceGroup: { name: resourceGroup || 'resource-group', location: region || 'eastus' } } : { location: region || 'eastus' }),
    now: today(),
  };
}
/** Stand-ins for secrets that only the server knows: their length is all that a template asks of them here. */
const keptSecrets = (draft: WizardDraft, model: WizardModel) =>
  Object.fromEntries(model.form.fields.filter(({ name, secret }) => secret && keepsSecret(model, draft, name)).map(({ name, type, minLength = 0 }) => [name, type === 'object' ? {} : '•'.repeat(Math.max(minLength, 12))]));

/** utcNow() to the day: a preview that changed with every second would be evaluated again with every key. */
const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
