import { expect, test } from 'vitest';
import { FilterError, parseFilter } from './filter.ts';

const fields = new Set(['serviceName', 'armRegionName', 'armSkuName', 'skuName']);
const row = { serviceName: 'Virtual Machines', armRegionName: 'westeurope', armSkuName: 'Standard_D2s_v5', skuName: "it's" };
const matches = (filter: string) => parseFilter(filter, fields)(row);

test.each([
  ["serviceName eq 'Virtual Machines' and armRegionName eq 'westeurope'", true],
  ["serviceName eq 'virtual machines'", false],
  ["armRegionName eq 'eastus' or armSkuName eq 'Standard_D2s_v5'", true],
  ["(armRegionName eq 'eastus' or armRegionName eq 'westeurope') and not contains(armSkuName, 'D4')", true],
  ["armRegionName eq 'eastus' and armSkuName eq 'x' or serviceName eq 'Virtual Machines'", true],
  ["startswith(armSkuName, 'Standard_') and endswith(armSkuName, 'v5')", true],
  ["skuName eq 'it''s'", true],
  ["armRegionName ne 'westeurope'", false],
])('%s is %s', (filter, expected) => {
  expect(matches(filter)).toBe(expected);
});

test.each(['serviceName eq', "nope eq 'x'", "serviceName like 'x'", "(serviceName eq 'x'", "serviceName eq 'x' 'y'", "contains(serviceName 'x')", 'a ; b', "serviceName eq 'x"])(
  'refuses %s and says why', (filter) => {
    expect(() => parseFilter(filter, fields)).toThrow(FilterError);
  },
);
