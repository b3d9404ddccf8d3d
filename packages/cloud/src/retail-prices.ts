import { createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { createCloudPipeline, httpClient, readAnswer, type CloudClientOptions } from './arm.ts';
import type { CloudEndpoints } from './endpoints.ts';
import { toArmError } from './errors.ts';

/** One row of the public price list (the fields that we use). `retailPrice` is per `unitOfMeasure`. */
export interface RetailPrice {
  currencyCode: string;
  retailPrice: number;
  tierMinimumUnits: number;
  armRegionName: string;
  armSkuName: string;
  skuName: string;
  meterId: string;
  meterName: string;
  productName: string;
  serviceName: string;
  unitOfMeasure: string;
  type: string;
  effectiveStartDate: string;
}

/** Rows of the price list that match an OData filter, page by page. No sign-in is needed. */
export async function* retailPrices(
  endpoints: CloudEndpoints, query: { filter: string; currency?: string }, options: CloudClientOptions = {},
): AsyncGenerator<RetailPrice> {
  const pipeline = createCloudPipeline(endpoints, options);
  const first = new URL(endpoints.retailPrices);
  first.searchParams.set('$filter', query.filter);
  if (query.currency) first.searchParams.set('currencyCode', `'${query.currency}'`);
  for (let next: string | undefined = first.href; next !== undefined;) {
    try {
      const response = await pipeline.sendRequest(httpClient(), createPipelineRequest({
        url: next, method: 'GET', headers: createHttpHeaders({ accept: 'application/json' }),
      }));
      const { body } = readAnswer<{ Items?: RetailPrice[]; NextPageLink?: string | null }>(response);
      yield* body.Items ?? [];
      next = body.NextPageLink ?? undefined;
    } catch (error) {
      throw toArmError(error);
    }
  }
}
