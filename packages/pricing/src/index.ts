export { estimateResources } from './estimate.ts';
export type { Estimate, EstimateLine } from './estimate.ts';
export { assumedStorageGb, diskTier, freeTypes, hoursPerMonth, meterResolvers } from './meters.ts';
export type { Charge, Charges, Confidence } from './meters.ts';
export { meterKey, priceLookup } from './prices.ts';
export type { Meter, Price, PriceLookup, PriceRow } from './prices.ts';
export { seedPrices, windowsPerVCpuHour } from './seed-prices.ts';
