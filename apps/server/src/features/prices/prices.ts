import { retailPrices, type CloudEndpoints } from '@cloudwright/cloud';
import { meterKey, priceLookup, seedPrices, type Meter, type PriceLookup, type PriceRow } from '@cloudwright/pricing';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { run } from '../../platform/db/migrate.ts';

/** The portal's price table: seeded from a small sourced list, refreshed from the cloud's public one. No organization. */
export interface PriceTable extends PriceRow {
  key: string;
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    price: PriceTable;
  }
}

async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    create table price (
      key text primary key, service text not null, region text not null, sku text not null, meter text not null,
      unit_price double precision not null, unit text not null, currency text not null, source text not null, as_of date not null);
    grant select on price to cloudwright_app`);
}
export const priceMigrations = { '0105_prices': { up } };

const isoDate = (value: unknown): string => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value).slice(0, 10));

/** Writes rows; of one meter the newer list wins. */
export async function storePrices(db: Database, rows: readonly PriceRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    const values = rows.slice(start, start + 1000).map((row) => ({ ...row, key: meterKey(row) }));
    await db.insertInto('price').values(values).onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({
      unitPrice: eb.ref('excluded.unitPrice'), unit: eb.ref('excluded.unit'), source: eb.ref('excluded.source'), asOf: eb.ref('excluded.asOf'),
    })).whereRef('price.asOf', '<=', 'excluded.asOf')).execute();
  }
  known = undefined;
}

/** The sourced rows that every installation starts with. */
export const seedPriceTable = (db: Database): Promise<void> => storePrices(db, seedPrices());

// Prices are the same for everybody and change monthly: a replica may answer from a list of five minutes ago.
let known: { lookup: Promise<PriceLookup>; until: number } | undefined;

/** The price table as a lookup. */
export function currentPrices(db: Kysely<{ price: PriceTable }>): Promise<PriceLookup> {
  if (known === undefined || known.until < Date.now()) {
    const lookup = db.selectFrom('price').selectAll().execute().then((rows) => priceLookup(rows.map((row) => ({ ...row, asOf: isoDate(row.asOf) }))));
    known = { lookup, until: Date.now() + 300_000 };
    lookup.catch(() => (known = undefined));
  }
  return known.lookup;
}

/** Names of the public list's rows -> our meters; rows of other offers (spot, reservations) are none of ours. */
export function meterOfRetailPrice(item: { serviceName: string; armRegionName: string; armSkuName: string; skuName: string; meterName: string; productName: string; type: string }): Meter | undefined {
  if (item.type !== 'Consumption') return undefined;
  if (item.serviceName === 'Virtual Machines') {
    if (/spot|low priority/i.test(`${item.skuName} ${item.meterName}`) || /cloud services|dedicated host/i.test(item.productName)) return undefined;
    return { service: 'Virtual Machines', region: item.armRegionName, sku: item.armSkuName, meter: /windows/i.test(item.productName) ? 'Windows' : 'Linux' };
  }
  if (item.serviceName !== 'Storage') return undefined;
  if (/ managed disks$/i.test(item.productName) && /^[EPS]\d+ [LZ]RS( Disk)?$/.test(item.meterName)) {
    return { service: 'Storage', region: item.armRegionName, sku: item.skuName, meter: 'Disk' };
  }
  if (/block blob/i.test(item.productName) && /data stored$/i.test(item.meterName)) {
    return { service: 'Storage', region: item.armRegionName, sku: item.skuName, meter: 'Data Stored' };
  }
  return undefined;
}

/** Reads the public price list of some regions into the table. Returns the number of rows taken over. */
export async function refreshPrices(db: Database, endpoints: CloudEndpoints, regions: readonly string[]): Promise<number> {
  const units: Record<string, PriceRow['unit']> = { '1 Hour': '1 Hour', '1/Month': '1/Month', '1 GB/Month': '1 GB/Month' };
  let taken = 0;
  for (const region of regions) {
    for (const serviceName of ['Virtual Machines', 'Storage']) {
      const rows: PriceRow[] = [];
      const filter = `serviceName eq '${serviceName}' and armRegionName eq '${region}' and priceType eq 'Consumption'`;
      for await (const item of retailPrices(endpoints, { filter, currency: 'USD' })) {
        const meter = meterOfRetailPrice(item);
        const unit = units[item.unitOfMeasure];
        // Of a tiered meter the first tier counts; a price of nothing is a free tier.
        if (meter === undefined || unit === undefined || item.tierMinimumUnits > 0 || item.retailPrice <= 0) continue;
        rows.push({ ...meter, unit, unitPrice: item.retailPrice, currency: item.currencyCode, asOf: new Date().toISOString().slice(0, 10), source: `Retail price list, meter ${item.meterId}` });
      }
      await storePrices(db, [...new Map(rows.map((row) => [meterKey(row), row])).values()]);
      taken += rows.length;
    }
  }
  return taken;
}
