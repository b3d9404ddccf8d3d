import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useRoot } from '../../../shared/session/store.ts';
import { expandQuery } from '../engine/engine.ts';
import { parametersOf, type WizardDraft, type WizardModel } from './draft.ts';

/** What the deployment would create with the values of this moment, evaluated in the worker. */
export function useExpansion(draft: WizardDraft, model: WizardModel) {
  const tenantId = useRoot((root) => root.auth.tenantId);
  const settled = useDeferredValue(draft);
  const job = useMemo(() => {
    const { content, linked } = model.blueprint.template;
    const { subscriptionId, resourceGroup, region, name } = settled;
    return {
      template: content,
      linked,
      parameters: parametersOf(settled, model),
      context: {
        ...(tenantId ? { tenantId } : {}),
        ...(subscriptionId ? { subscriptionId } : {}),
        ...(name ? { deploymentName: name } : {}),
        ...(model.blueprint.scope === 'RESOURCE_GROUP' ? { resourceGroup: { name: resourceGroup || 'resource-group', location: region || 'eastus' } } : { location: region || 'eastus' }),
        now: today(),
      },
    };
  }, [settled, model, tenantId]);
  return useQuery(expandQuery(job));
}

/** utcNow() to the day: a preview that changed with every second would be evaluated again with every key. */
const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
