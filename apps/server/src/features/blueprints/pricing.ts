import type { BlueprintTemplate, Estimate } from '@cloudwright/contract';
import { estimateResources, type PriceLookup } from '@cloudwright/pricing';
import type { DeploymentContext, Expansion } from '@cloudwright/engine';
import type { PriceBasis } from './tables.ts';
import { expandBlueprint } from './template.ts';

/** The estimate of an expansion in the contract's shape. */
export function estimateOf(expansion: Expansion, prices: PriceLookup): Estimate {
  const estimate = estimateResources(expansion.resources, prices);
  return {
    monthly: estimate.monthly === null ? null : { amount: estimate.monthly, currency: 'USD' },
    isComplete: estimate.isComplete,
    lines: estimate.lines.map((line) => ({
      resource: line.resourceName, type: line.resourceType, meter: line.label, quantity: line.quantity, unit: line.unit,
      unitPrice: line.unitPrice, monthly: line.monthly, confidence: line.monthly === null ? 'none' : line.confidence, assumptions: line.assumptions,
    })),
    assumptions: ['List prices, pay as you go, without tax and discounts', ...(estimate.isComplete ? [] : ['What has no price here is not in the sum'])],
    pricedAt: new Date().toISOString(),
  };
}

/** Where a blueprint is priced while nobody has chosen a place. */
export const defaultRegion = 'eastus';

/** The estimate with the default parameters: what the catalogue's card shows. */
export function priceWithDefaults(template: BlueprintTemplate, parameterDefaults: Record<string, unknown>, prices: PriceLookup): PriceBasis {
  const context: DeploymentContext = { resourceGroup: { name: 'example-rg', location: defaultRegion }, location: defaultRegion };
  const { monthly, isComplete } = estimateOf(expandBlueprint(template, parameterDefaults, context), prices);
  return { basis: `Default parameters in ${defaultRegion}, 730 hours a month`, monthly, isComplete };
}
