export { currentPrices } from './prices.ts';
export type { PriceTable } from './prices.ts';
