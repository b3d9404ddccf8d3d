import { expect, test } from 'vitest';
import { standardFunctions } from './standard-functions.ts';

/**
 * Every function of the ARM template function reference (2026) with the fewest and the most arguments it takes
 * ("and so on" = any number), page by page.
 */
const reference: Record<string, [name: string, min: number, max: number][]> = {
  array: [
    ['array', 1, 1],
    ['concat', 0, Infinity],
    ['contains', 2, 2],
    ['createArray', 0, Infinity],
    ['empty', 1, 1],
    ['first', 1, 1],
    ['indexFromEnd', 2, 2],
    ['indexOf', 2, 2],
    ['intersection', 2, Infinity],
    ['last', 1, 1],
    ['lastIndexOf', 2, 2],
    ['length', 1, 1],
    ['max', 1, Infinity],
    ['min', 1, Infinity],
    ['range', 2, 2],
    ['skip', 2, 2],
    ['take', 2, 2],
    ['tryGet', 2, Infinity],
    ['tryIndexFromEnd', 2, 2],
    ['union', 1, Infinity],
    ['flatten', 1, 1],
  ],
  cidr: [
    ['parseCidr', 1, 1],
    ['cidrSubnet', 3, 3],
    ['cidrHost', 2, 2],
  ],
  comparison: [
    ['coalesce', 1, Infinity],
    ['equals', 2, 2],
    ['less', 2, 2],
    ['lessOrEquals', 2, 2],
    ['greater', 2, 2],
    ['greaterOrEquals', 2, 2],
  ],
  date: [
    ['dateTimeAdd', 2, 3],
    ['dateTimeFromEpoch', 1, 1],
    ['dateTimeToEpoch', 1, 1],
    ['utcNow', 0, 1],
  ],
  deployment: [
    ['deployer', 0, 0],
    ['deployment', 0, 0],
    ['environment', 0, 0],
    ['parameters', 1, 1],
    ['variables', 1, 1],
    ['copyIndex', 0, 2],
  ],
  flow: [['fail', 1, 1]],
  lambda: [
    ['filter', 2, 2],
    ['groupBy', 2, 2],
    ['map', 2, 2],
    ['mapValues', 2, 2],
    ['reduce', 3, 3],
    ['sort', 2, 2],
    ['toObject', 2, 3],
    ['lambda', 1, Infinity],
    ['lambdaVariables', 1, 1],
  ],
  logical: [
    ['and', 2, Infinity],
    ['bool', 1, 1],
    ['false', 0, 0],
    ['if', 3, 3],
    ['not', 1, 1],
    ['or', 2, Infinity],
    ['true', 0, 0],
  ],
  numeric: [
    ['add', 2, 2],
    ['div', 2, 2],
    ['float', 1, 1],
    ['int', 1, 1],
    ['mod', 2, 2],
    ['mul', 2, 2],
    ['sub', 2, 2],
  ],
  object: [
    ['createObject', 0, Infinity],
    ['items', 1, 1],
    ['json', 1, 1],
    ['null', 0, 0],
    ['objectKeys', 1, 1],
    ['shallowMerge', 1, 1],
  ],
  resource: [
    ['extensionResourceId', 3, Infinity],
    ['listKeys', 1, 3],
    ['listAccountSas', 1, 3],
    ['pickZones', 3, 5],
    ['providers', 1, 2],
    ['reference', 1, 3],
    ['references', 1, 2],
    ['resourceId', 2, Infinity],
    ['subscriptionResourceId', 2, Infinity],
    ['managementGroupResourceId', 2, Infinity],
    ['tenantResourceId', 2, Infinity],
    ['toLogicalZone', 3, 3],
    ['toLogicalZones', 3, 3],
    ['toPhysicalZone', 3, 3],
    ['toPhysicalZones', 3, 3],
  ],
  scope: [
    ['managementGroup', 0, 0],
    ['resourceGroup', 0, 0],
    ['subscription', 0, 0],
    ['tenant', 0, 0],
  ],
  string: [
    ['base64', 1, 1],
    ['base64ToJson', 1, 1],
    ['base64ToString', 1, 1],
    ['buildUri', 1, 1],
    ['dataUri', 1, 1],
    ['dataUriToString', 1, 1],
    ['endsWith', 2, 2],
    ['format', 1, Infinity],
    ['guid', 1, Infinity],
    ['join', 2, 2],
    ['newGuid', 0, 0],
    ['padLeft', 2, 3],
    ['parseUri', 1, 1],
    ['replace', 3, 3],
    ['split', 2, 2],
    ['startsWith', 2, 2],
    ['string', 1, 1],
    ['substring', 1, 3],
    ['toLower', 1, 1],
    ['toUpper', 1, 1],
    ['trim', 1, 1],
    ['uniqueString', 1, Infinity],
    ['uri', 2, 2],
    ['uriComponent', 1, 1],
    ['uriComponentToString', 1, 1],
  ],
};

test.each(Object.values(reference).flat())('%s takes %d to %d arguments', (name, min, max) => {
  const row = standardFunctions.get(name);
  expect([row?.name, row?.min, row?.max]).toEqual([name, min, max]);
  expect(standardFunctions.get(name.toUpperCase())?.min).toBe(min);
});

test('no function is in the table that the reference does not have', () => {
  const known = new Set(
    Object.values(reference)
      .flat()
      .map(([name]) => name),
  );
  // resourceInfo stands in what Bicep compiles for symbolic names; the reference does not list it.
  expect(
    standardFunctions
      .rows()
      .map((row) => row.name)
      .filter((name) => !known.has(name)),
  ).toEqual(['resourceInfo']);
});
