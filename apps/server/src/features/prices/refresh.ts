import { retailPrices, type CloudEndpoints } from '@cloudwright/cloud';
import { regions } from '@cloudwright/contract/enums';
import { meterKey, type Meter, type PriceRow } from '@cloudwright/pricing';
import { sql } from 'kysely';
import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { storePrices } from './prices.ts';

interface RetailName { serviceName: string; armRegionName: string; armSkuName: string; skuName: string; meterName: string; productName: string; type: string }

/** Names of the public list's rows -> our meters; rows of other offers (spot, reservations) are none of ours. */
export function meterOfRetailPrice(item: RetailName): Meter | undefined {
  if (item.type !== 'Consumption') return undefined;
  const region = item.armRegionName;
  if (item.serviceName === 'Virtual Machines') {
    if (/spot|low priority/i.test(`${item.skuName} ${item.meterName}`) || /cloud services|dedicated host/i.test(item.productName)) return undefined;
    return { service: 'Virtual Machines', region, sku: item.armSkuName, meter: /windows/i.test(item.productName) ? 'Windows' : 'Linux' };
  }
  if (item.serviceName !== 'Storage') return undefined;
  if (/ managed disks$/i.test(item.productName) && /^[EPS]\d+ [LZ]RS( Disk)?$/.test(item.meterName)) return { service: 'Storage', region, sku: item.skuName, meter: 'Disk' };
  if (/block blob/i.test(item.productName) && /data stored$/i.test(item.meterName)) return { service: 'Storage', region, sku: item.skuName, meter: 'Data Stored' };
  return undefined;
}

const units: Record<string, PriceRow['unit']> = { '1 Hour': '1 Hour', '1/Month': '1/Month', '1 GB/Month': '1 GB/Month' };

/** Reads the public price list of some regions into the table. Returns the number of meters taken over. */
export async function refreshPrices(db: Database, endpoints: CloudEndpoints, regionCodes: readonly string[], today: string): Promise<number> {
  let taken = 0;
  for (const region of regionCodes) {
    for (const serviceName of ['Virtual Machines', 'Storage']) {
      const rows = new Map<string, PriceRow>();
      const filter = `serviceName eq '${serviceName}' and armRegionName eq '${region}' and priceType eq 'Consumption'`;
      for await (const item of retailPrices(endpoints, { filter, currency: 'USD' })) {
        const meter = meterOfRetailPrice(item);
        const unit = units[item.unitOfMeasure];
        // Of a tiered meter the first tier counts; a price of nothing is a free tier.
        if (meter === undefined || unit === undefined || item.tierMinimumUnits > 0 || item.retailPrice <= 0) continue;
        rows.set(meterKey(meter), { ...meter, unit, unitPrice: item.retailPrice, currency: item.currencyCode, asOf: today, source: `Retail price list, meter ${item.meterId}` });
      }
      await storePrices(db, [...rows.values()]);
      taken += rows.size;
    }
  }
  return taken;
}

const queue = 'price-refresh';
const oldestDays = 30;
const checkEveryMs = 24 * 3600_000;

/** Keeps the table younger than a month. Prices are public: no one's token is needed. */
export async function registerPriceRefresh(services: Services): Promise<() => void> {
  const { db } = services.system;
  await services.jobs.work({
    queue, concurrency: 1,
    run: async () => void (await refreshPrices(db, services.config.clouds.general.endpoints(), Object.keys(regions), new Date().toISOString().slice(0, 10))),
  });
  const check = async (): Promise<void> => {
    const { rows } = await sql<{ isOld: boolean }>`select coalesce(max(as_of) < current_date - ${oldestDays}::int, true) as is_old from price`.execute(db);
    // Not at once: the start of the portal has better things to do.
    if (rows[0]?.isOld) await services.jobs.send(db, queue, {}, { startAfterSeconds: 120, singletonKey: queue });
  };
  await check();
  const timer = setInterval(() => void check().catch((error: unknown) => services.log.warn({ err: error }, 'could not look at the age of the prices')), checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
