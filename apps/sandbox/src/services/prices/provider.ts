import { createHash } from 'node:crypto';
import { seedPrices, type PriceRow } from '@cloudwright/pricing';
import { answer, type Operation, type Provider } from '../../wire/provider.ts';
import { FilterError, parseFilter } from './filter.ts';

/** As the public list pages. */
const PAGE = 1000;

const diskProducts: Record<string, string> = { P: 'Premium SSD Managed Disks', E: 'Standard SSD Managed Disks', S: 'Standard HDD Managed Disks' };

/** A row of our own price table in the shape of the public list. */
function retailRow(row: PriceRow) {
  const isMachine = row.service === 'Virtual Machines';
  const short = isMachine ? row.sku.replace(/^Standard_/, '').replaceAll('_', ' ') : row.sku;
  const series = short.replace(/^([A-Z]+)\d+(?:-\d+)?([a-z]*)( v\d+)?.*$/, '$1$2$3');
  const productName = isMachine
    ? `Virtual Machines ${series} Series${row.meter === 'Windows' ? ' Windows' : ''}`
    : row.meter === 'Disk' ? diskProducts[row.sku[0]!] ?? 'Managed Disks' : 'General Block Blob v2';
  const meterName = isMachine ? short : `${row.sku} ${row.meter}`;
  const meterId = guidOf(`${row.service}|${row.region}|${row.sku}|${row.meter}`);
  return {
    currencyCode: row.currency, tierMinimumUnits: 0, retailPrice: row.unitPrice, unitPrice: row.unitPrice, armRegionName: row.region,
    location: row.region, effectiveStartDate: `${row.asOf}T00:00:00Z`, meterId, meterName,
    productId: guidOf(productName).slice(0, 12).toUpperCase(), skuId: `${guidOf(productName).slice(0, 12).toUpperCase()}/${guidOf(short).slice(0, 4).toUpperCase()}`,
    productName, skuName: short, serviceName: row.service, serviceId: guidOf(row.service).slice(0, 12).toUpperCase(),
    serviceFamily: isMachine ? 'Compute' : 'Storage', unitOfMeasure: row.unit, type: 'Consumption', isPrimaryMeterRegion: true,
    armSkuName: isMachine ? row.sku : '',
  };
}

function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type RetailRow = ReturnType<typeof retailRow>;
let rows: RetailRow[] | undefined;

/**
 * `GET /api/retail/prices`: the public list's shape (Azure Retail Prices REST API), over our own sourced table
 * (packages/pricing/data). Nobody signs in. USD only: another currency is refused rather than converted by a guess.
 */
const list: Operation = {
  method: 'GET',
  path: '/api/retail/prices',
  audience: 'none',
  permission: '',
  run({ query, addresses }) {
    rows ??= seedPrices().map(retailRow);
    const currency = (query.get('currencyCode') ?? 'USD').replaceAll("'", '').toUpperCase();
    if (currency !== 'USD') return refusal(`The sandbox's price list is in USD; there is none in ${currency}.`);
    try {
      const filter = query.get('$filter');
      // The list shows `type` but is filtered by `priceType`, as the service documents it.
      const matches = filter ? parseFilter(filter, new Set([...Object.keys(rows[0]!), 'priceType'])) : () => true;
      const found = rows.filter((row) => matches({ ...row, priceType: row.type }));
      const skip = Math.max(0, Number(query.get('$skip') ?? 0) || 0);
      const top = Math.min(PAGE, Number(query.get('$top') ?? PAGE) || PAGE);
      const page = found.slice(skip, skip + top);
      const more = new URL(`${addresses.tls}/api/retail/prices`);
      for (const [name, value] of query) more.searchParams.set(name, value);
      more.searchParams.set('$skip', String(skip + top));
      return {
        BillingCurrency: currency, CustomerEntityId: 'Default', CustomerEntityType: 'Retail', Items: page,
        NextPageLink: skip + top < found.length ? more.href : null, Count: page.length,
      };
    } catch (error) {
      if (error instanceof FilterError) return refusal(error.message);
      throw error;
    }
  },
};

const refusal = (message: string) => answer(400, { Error: { Code: 'BadRequest', Message: message } });

export const prices: Provider = { namespace: 'Microsoft.Commerce', types: [], operations: [list] };
