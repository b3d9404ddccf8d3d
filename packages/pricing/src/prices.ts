/** What is charged: enough to find one row of a price list. All texts are compared ignoring case. */
export interface Meter {
  service: 'Virtual Machines' | 'Storage';
  /** The region's code, e.g. westeurope. */
  region: string;
  /** A size (Standard_D2s_v5), a disk tier (P10 LRS) or a storage redundancy (Hot LRS). */
  sku: string;
  /** What of the sku: Linux, Windows, Disk, Data Stored. */
  meter: string;
}

/** The price of one unit of a meter. */
export interface Price {
  unitPrice: number;
  unit: '1 Hour' | '1/Month' | '1 GB/Month';
  currency: string;
  source: string;
  /** Date of the list, ISO. */
  asOf: string;
}

/** Injected by the caller: an own table, the cloud's list, a fixture. Undefined = not in the list. */
export type PriceLookup = (meter: Meter) => Price | undefined;

/** One row of a price table. */
export type PriceRow = Meter & Price;

/** A meter as one text, for maps and database keys. */
export function meterKey(meter: Meter): string {
  return [meter.service, meter.region, meter.sku, meter.meter].join('|').toLowerCase();
}

/** A lookup over rows in memory. Of two rows of one meter the later one counts. */
export function priceLookup(rows: Iterable<PriceRow>): PriceLookup {
  const byKey = new Map<string, Price>();
  for (const row of rows) byKey.set(meterKey(row), row);
  return (meter) => byKey.get(meterKey(meter));
}
