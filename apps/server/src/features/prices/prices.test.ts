import { readFileSync } from 'node:fs';
import { sandboxEndpoints } from '@cloudwright/cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox, startServer, type TestServer } from '../../../test/server.ts';
import { currentPrices, storePrices } from './prices.ts';
import { meterOfRetailPrice, refreshPrices } from './refresh.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const size = { service: 'Virtual Machines', region: 'eastus', sku: 'Standard_D2s_v5', meter: 'Linux' } as const;

describe('prices', () => {
  it('are seeded with a source and refreshed from the price list of the cloud', async () => {
    const { db } = server.database;
    expect((await currentPrices(db))(size)).toMatchObject({ unitPrice: 0.096, source: expect.stringContaining('price list') });
    await db.updateTable('price').set({ unitPrice: 9 }).execute();
    const { http, tls, ca } = sandbox();
    const endpoints = sandboxEndpoints('general', { http: http.general, tls: tls.general, ca: readFileSync(ca, 'utf8') });
    expect(await refreshPrices(db, endpoints, ['eastus'], '2026-11-21')).toBeGreaterThan(100);
    expect((await currentPrices(db))(size)).toMatchObject({ unitPrice: 0.096, asOf: '2026-11-21' });
    expect((await currentPrices(db))({ service: 'Storage', region: 'eastus', sku: 'P10 LRS', meter: 'Disk' })).toMatchObject({ unitPrice: 19.71 });
  });

  it('of an older list never replace those of a newer one', async () => {
    const { db } = server.database;
    await storePrices(db, [{ ...size, unitPrice: 1, unit: '1 Hour', currency: 'USD', asOf: '2020-01-01', source: 'old' }]);
    expect((await currentPrices(db))(size)?.unitPrice).toBe(0.096);
  });

  it('of spot machines and reservations are none of ours', () => {
    const item = { serviceName: 'Virtual Machines', armRegionName: 'eastus', armSkuName: 'Standard_D2s_v5', skuName: 'D2s v5', meterName: 'D2s v5', productName: 'Virtual Machines Dsv5 Series', type: 'Consumption' };
    expect(meterOfRetailPrice(item)).toEqual(size);
    expect(meterOfRetailPrice({ ...item, productName: 'Virtual Machines Dsv5 Series Windows' })?.meter).toBe('Windows');
    expect(meterOfRetailPrice({ ...item, skuName: 'D2s v5 Spot' })).toBeUndefined();
    expect(meterOfRetailPrice({ ...item, type: 'Reservation' })).toBeUndefined();
  });
});
