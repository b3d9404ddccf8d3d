import type { BenchmarkStep } from './benchmark-data.ts';
import type { ListBench } from './bench-lists.ts';

const key = 'benchmark';
const account = 'stranger@alpine.example';
const subscriptionId = 'eeeeeeee-0000-4000-8000-000000000001';
const template = `jsonb_build_object('format', 'ARM_JSON', 'linked', '{}'::jsonb, 'uiDefinition', null, 'scriptOutputs', '{}'::jsonb, 'content',
  '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0","resources":[]}')`;
const words = `array['Linux','Windows','Cluster','Notebook','Database','Gateway','Storage','Network','Vault','Registry']`;
const places = `array['eastus','westeurope','northeurope','uksouth','westus2']`;

/** 20,000 blueprints and 100,000 deployments, one resource each: 100,000 resources. */
export const deploymentSteps: BenchmarkStep[] = [
  {
    name: 'blueprints',
    count: `select count(*) from blueprint where org_id = '${key}'`,
    rows: 20_000,
    fill: `insert into blueprint (id, org_id, name, title, summary, description, tags, publisher, clouds, status, version, template, pools, credentials, price, has_draft, created_at)
      select gen_random_uuid(), '${key}', 'bench-' || n, (${words})[1 + n % 10] || ' ' || (${words})[1 + (n / 10) % 10] || ' ' || n, 'Number ' || n || ' of the benchmark', 'Made for measuring.',
        array[lower((${words})[1 + n % 10]), 'bench'], 'Benchmark', array['general'], case when n % 20 = 0 then 'DRAFT' else 'PUBLISHED' end, 1, ${template},
        '{"enabled":false,"min":0,"max":0}', '{"enabled":false,"username":"","modes":[]}', '{"basis":"benchmark","monthly":null,"isComplete":true}', false, timestamptz '2024-01-01' + n * interval '1 hour'
      from generate_series($1::int, $2::int) n`,
  },
  {
    name: 'deployments',
    count: `select count(*) from deployment where org_id = '${key}'`,
    rows: 100_000,
    fill: `insert into deployment (id, org_id, name, blueprint_name, blueprint_title, blueprint_version, cloud, subscription_id, resource_group, region, scope, status, tags, owner_id, error_count,
        resource_ids, monthly_estimate, started_at, finished_at, cloud_name, created_at)
      select gen_random_uuid(), '${key}', (${words})[1 + n % 10] || '-' || n, 'bench-' || n % 20000, (${words})[1 + n % 10], 1, 'general', '${subscriptionId}', 'rg-' || n % 500, (${places})[1 + n % 5], 'RESOURCE_GROUP',
        case when n % 17 = 0 then 'FAILED' when n % 31 = 0 then 'CANCELED' else 'SUCCEEDED' end, '{"team":"bench"}', u.id, case when n % 17 = 0 then 1 else 0 end,
        array['/subscriptions/${subscriptionId}/resourceGroups/rg-' || n % 500 || '/providers/Microsoft.Storage/storageAccounts/bench' || n], n % 900,
        timestamptz '2024-01-01' + n * interval '10 minutes', timestamptz '2024-01-01' + n * interval '10 minutes' + interval '90 seconds', 'cw-bench-' || n, timestamptz '2024-01-01' + n * interval '10 minutes'
      from generate_series($1::int, $2::int) n join "user" u on u.email = '${account}'`,
  },
];

const mine = `from deployment d where d.org_id = '${key}' and d.owner_id = (select id from "user" where email = '${account}') and d.status <> 'DELETED'`;
const deploymentColumns = `d.id, d.org_id, d.created_at, d.created_by, d.updated_at, d.updated_by, d.name, d.blueprint_id, d.blueprint_name, d.blueprint_title, d.blueprint_version, d.subscription_id, d.resource_group, d.region, d.scope,
  d.status, d.attempt, d.owner_id, d.tags, d.started_at, d.finished_at, d.monthly_estimate, d.error_count`;
const published = `from blueprint b where b.org_id = '${key}' and b.status = 'PUBLISHED'`;
const blueprintColumns = `b.id, b.name, b.title, b.summary, b.tags, b.publisher, b.clouds, b.scope, b.version, b.status, b.price, b.pools, b.credentials, b.bindings`;

/** The lists of deployments and of the catalogue, as their pages ask for them. */
export function deploymentLists({ benchmark }: { benchmark: string }): ListBench[] {
  const encode = (value: object) => encodeURIComponent(JSON.stringify(value));
  const deployments = (name: string, query: string, where: string, order: string, skip = 0): ListBench => ({
    name: `deployments, ${name}`, path: `/api/azure/deployment.get.user?limit=25&skip=${skip}&${query}`, token: benchmark,
    sql: [`select ${deploymentColumns} ${mine} ${where} order by ${order}, d.id offset ${skip} limit 25`, `select count(*) ${mine} ${where}`],
  });
  const failed = encode({ status: 'FAILED' });
  const byName = encode({ name: 1 });
  const searched = (text: string) => `and (d.name ilike '%${text}%' or d.blueprint_name ilike '%${text}%' or d.blueprint_title ilike '%${text}%' or d.resource_group ilike '%${text}%' or d.region ilike '%${text}%')`;
  return [
    deployments('newest', '', '', 'd.created_at desc'),
    deployments('sorted by name', `sortObj=${byName}`, '', 'd.name collate case_insensitive'),
    deployments('failed, newest', `filterObj=${failed}`, `and d.status = 'FAILED'`, 'd.created_at desc'),
    deployments('searched', 'filter=rg-123', searched('rg-123'), 'd.created_at desc'),
    deployments('page 1000', '', '', 'd.created_at desc', 25_000),
    {
      name: 'blueprints, by title', path: '/api/blueprint/catalogue?limit=24', token: benchmark,
      sql: [`select ${blueprintColumns} ${published} order by b.title collate case_insensitive, b.id limit 24`, `select count(*) ${published}`],
    },
    {
      name: 'blueprints, searched', path: '/api/blueprint/catalogue?limit=24&filter=notebook', token: benchmark,
      sql: [`select ${blueprintColumns} ${published} and (b.title ilike '%notebook%' or b.name ilike '%notebook%' or b.summary ilike '%notebook%') order by b.title collate case_insensitive, b.id limit 24`, `select count(*) ${published} and (b.title ilike '%notebook%' or b.name ilike '%notebook%' or b.summary ilike '%notebook%')`],
    },
  ];
}
