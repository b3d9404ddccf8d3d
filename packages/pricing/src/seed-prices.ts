import virtualMachines from '../data/virtual-machines.json' with { type: 'json' };
import storage from '../data/storage.json' with { type: 'json' };
import type { PriceRow } from './prices.ts';

/**
 * The Windows licence per vCPU and hour in USD: the constant difference between the Windows and the Linux row of the
 * public list for sizes from v3 on (East US: Standard_NC96ads_A100_v4 19.108 - 14.692 over 96 vCPUs).
 */
export const windowsPerVCpuHour = 0.046;

/** A small sourced table to start with: virtual machines of 13 regions, disks and blob storage. See data/*.json. */
export function seedPrices(): PriceRow[] {
  const rows: PriceRow[] = [];
  const { regions, sizes, currency, asOf, source } = virtualMachines;
  for (const [sku, size] of Object.entries(sizes)) {
    size.hourly.forEach((hourly, index) => {
      const region = regions[index];
      if (hourly === null || hourly === undefined || region === undefined) return;
      const row = { service: 'Virtual Machines' as const, region, sku, unit: '1 Hour' as const, currency, asOf };
      rows.push({ ...row, meter: 'Linux', unitPrice: hourly, source });
      rows.push({
        ...row, meter: 'Windows', unitPrice: Number((hourly + windowsPerVCpuHour * size.vCpus).toFixed(5)),
        source: `${source}; plus the Windows licence of ${windowsPerVCpuHour} USD a vCPU and hour`,
      });
    });
  }
  for (const [region, list] of Object.entries(storage.regions)) {
    for (const [sku, unitPrice] of Object.entries(list)) {
      const isDisk = /^[EPS]\d+ /.test(sku);
      rows.push({
        service: 'Storage', region, sku, meter: isDisk ? 'Disk' : 'Data Stored', unitPrice,
        unit: isDisk ? '1/Month' : '1 GB/Month', currency: storage.currency, asOf: storage.asOf, source: storage.source,
      });
    }
  }
  return rows;
}
