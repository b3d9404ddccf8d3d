import type { ExpandedResource } from '@cloudwright/engine';
import { describe, expect, it } from 'vitest';
import { estimateResources } from './estimate.ts';
import { diskTier } from './meters.ts';
import { priceLookup } from './prices.ts';
import { seedPrices } from './seed-prices.ts';

const prices = priceLookup(seedPrices());
const resource = (type: string, rest: Partial<ExpandedResource>): ExpandedResource => ({
  id: `/subscriptions/s/resourceGroups/g/providers/${type}/x`, type, name: 'x', apiVersion: '2024-01-01', location: 'eastus', ...rest,
});
const vm = (size: string, osDisk: object, more: object = {}) =>
  resource('Microsoft.Compute/virtualMachines', {
    properties: { hardwareProfile: { vmSize: size }, storageProfile: { osDisk, imageReference: { publisher: 'Canonical' } }, ...more },
  });

// Figures: monthly USD in East US as recorded in infracost's golden files (virtual_machine_test), Apache-2.0.
const recorded: [string, 'Linux' | 'Windows', number][] = [
  ['Standard_NC96ads_A100_v4', 'Linux', 10_725.16], ['Standard_NC96ads_A100_v4', 'Windows', 13_948.84],
  ['Standard_HB176rs_v4', 'Linux', 5256], ['Standard_HB176rs_v4', 'Windows', 11_166.08],
  ['Standard_D96s_v5', 'Linux', 3363.84], ['Standard_NC8as_T4_v3', 'Windows', 817.6],
];

describe('estimate', () => {
  it.each(recorded)('prices %s on %s as recorded: %s a month', (size, system, monthly) => {
    const windows = system === 'Windows' ? { osProfile: { windowsConfiguration: {} } } : {};
    const line = estimateResources([vm(size, { diffDiskSettings: { option: 'Local' } }, windows)], prices).lines[0];
    expect(line?.monthly).toBeCloseTo(monthly, 1);
  });

  it.each([['Standard_LRS', 32, 'S4 LRS', 1.54], ['StandardSSD_LRS', 30, 'E4 LRS', 2.4], ['Premium_LRS', 32, 'P4 LRS', 5.28], ['Premium_LRS', 127, 'P10 LRS', 19.71], ['Standard_LRS', 64, 'S6 LRS', 3.01], ['Standard_LRS', 400, 'S20 LRS', 21.76]] as const)(
    'charges a %s disk of %s GB as %s', (sku, sizeGb, tier, monthly) => {
      expect(diskTier(sku, sizeGb)).toBe(tier);
      const estimate = estimateResources([resource('Microsoft.Compute/disks', { sku: { name: sku }, properties: { diskSizeGB: sizeGb } })], prices);
      expect(estimate.monthly).toBe(monthly);
    });

  it('adds compute, system disk and data disks and says what it assumed', () => {
    const estimate = estimateResources([vm('Standard_D2s_v5', {}, {
      storageProfile: { osDisk: {}, imageReference: { publisher: 'Canonical' }, dataDisks: [{ createOption: 'Empty', diskSizeGB: 128, managedDisk: { storageAccountType: 'Premium_LRS' } }, { createOption: 'Attach' }] },
    })], prices);
    expect(estimate.lines.map((line) => line.monthly)).toEqual([70.08, 5.28, 19.71]);
    expect(estimate.lines[1]?.assumptions.join()).toMatch(/30 GB/);
    expect(estimate.lines.map((line) => line.confidence)).toEqual(['high', 'medium', 'high']);
    expect(estimate).toMatchObject({ monthly: 95.07, isComplete: true });
  });

  it('multiplies a scale set by its capacity', () => {
    const set = resource('Microsoft.Compute/virtualMachineScaleSets', {
      sku: { name: 'Standard_D2s_v5', capacity: 3 },
      properties: { virtualMachineProfile: { storageProfile: { osDisk: { diffDiskSettings: { option: 'Local' } }, imageReference: { publisher: 'Canonical' } } } },
    });
    expect(estimateResources([set], prices).monthly).toBe(210.24);
  });

  it('says "not available" for what has no meter, and never a sum that hides it', () => {
    const estimate = estimateResources([vm('Standard_D2s_v5', { diffDiskSettings: {option: 'Local'} }), resource('Microsoft.Sql/servers/databases', {})], prices);
    expect(estimate.lines[1]?.monthly).toBeNull();
    expect(estimate).toMatchObject({ monthly: 70.08, isComplete: false });
    expect(estimateResources([resource('Microsoft.Sql/servers/databases', {})], prices).monthly).toBeNull();
  });

  it('leaves a government region unpriced and lets East US stand in for a missing public one, at low confidence', () => {
    const disk = (location: string) => estimateResources([resource('Microsoft.Compute/disks', { location, sku: { name: 'Premium_LRS' }, properties: { diskSizeGB: 64 } })], prices).lines[0];
    expect(disk('usgovvirginia')?.monthly).toBeNull();
    expect(disk('West Europe')).toMatchObject({ monthly: 10.21, confidence: 'low' });
  });

  it('keeps a size known only at run time without a price', () => {
    const machine = resource('Microsoft.Compute/virtualMachines', { properties: { hardwareProfile: { vmSize: { $runtime: '[reference()]' } } } });
    expect(estimateResources([machine], prices).lines[0]).toMatchObject({ monthly: null, assumptions: ['The size is known only at run time'] });
  });

  it('names no line for what is free', () => {
    expect(estimateResources([resource('Microsoft.Network/virtualNetworks', {})], prices)).toMatchObject({ lines: [], monthly: 0, isComplete: true });
  });
});
