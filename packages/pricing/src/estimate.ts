import type { ExpandedResource } from '@cloudwright/engine';
import { freeTypes, meterResolvers, type Confidence } from './meters.ts';
import type { Meter, Price, PriceLookup } from './prices.ts';

export interface EstimateLine {
  resourceId: string;
  resourceType: string;
  resourceName: string;
  label: string;
  quantity: number;
  unit: string | null;
  unitPrice: number | null;
  /** Null = "Price not available". */
  monthly: number | null;
  confidence: Confidence;
  assumptions: string[];
}
export interface Estimate {
  currency: string;
  /** Sum of the lines that have a price; null when none has and something is charged. */
  monthly: number | null;
  /** False when something is charged that has no price here. */
  isComplete: boolean;
  lines: EstimateLine[];
}

/** Where the list has no price for a region, East US stands in, and the line says so. */
const referenceRegion = 'eastus';
// Regions of the government clouds are priced apart: no stand-in.
const hasStandIn = (meter: Meter): boolean => !/^us(gov|dod)/.test(meter.region);

function priceOf(meter: Meter, prices: PriceLookup): { price: Price; isStandIn: boolean } | undefined {
  const price = prices(meter);
  if (price) return { price, isStandIn: false };
  const standIn = hasStandIn(meter) ? prices({ ...meter, region: referenceRegion }) : undefined;
  return standIn && { price: standIn, isStandIn: true };
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/**
 * The monthly estimate of expanded resources, one line a charge. What has no meter or no price is a line with
 * `monthly: null`; what costs nothing is no line. Prices must be of one currency (`currency`, default USD).
 */
export function estimateResources(resources: readonly ExpandedResource[], prices: PriceLookup, currency = 'USD'): Estimate {
  const lines = resources.flatMap((resource): EstimateLine[] => {
    const type = resource.type.toLowerCase();
    if (freeTypes.has(type)) return [];
    const base = { resourceId: resource.id, resourceType: resource.type, resourceName: resource.name };
    const unpriced = (label: string, why: string): EstimateLine =>
      ({ ...base, label, quantity: 1, unit: null, unitPrice: null, monthly: null, confidence: 'low', assumptions: [why] });
    const charges = meterResolvers[type]?.(resource) ?? { unknown: 'This type has no meter here yet' };
    if (charges === 'free') return [];
    if (!Array.isArray(charges)) return [unpriced(resource.type, charges.unknown)];
    return charges.map((charge) => {
      const found = priceOf(charge.meter, prices);
      if (found === undefined || found.price.currency !== currency) {
        return { ...unpriced(charge.label, `No price for ${charge.meter.sku} in ${charge.meter.region}`), quantity: charge.quantity };
      }
      return {
        ...base,
        label: charge.label,
        quantity: charge.quantity,
        unit: found.price.unit,
        unitPrice: found.price.unitPrice,
        monthly: cents(charge.quantity * found.price.unitPrice),
        confidence: found.isStandIn ? 'low' : charge.confidence,
        assumptions: [...charge.assumptions, ...(found.isStandIn ? [`No price for ${charge.meter.region} in the list: priced as ${referenceRegion}`] : [])],
      };
    });
  });
  const priced = lines.filter((line) => line.monthly !== null);
  const isComplete = priced.length === lines.length;
  return {
    currency,
    monthly: priced.length === 0 && lines.length > 0 ? null : cents(priced.reduce((sum, line) => sum + (line.monthly ?? 0), 0)),
    isComplete,
    lines,
  };
}
