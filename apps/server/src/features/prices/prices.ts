import { meterKey, priceLookup, seedPrices, type PriceLookup, type PriceRow } from '@cloudwright/pricing';
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
