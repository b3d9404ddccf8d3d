/**
 * Deploys every quickstart pair of the corpus in a fresh group of a sandbox and prints succeeded / failed with reasons.
 * `npm run corpus -w apps/sandbox [-- --only <text>] [--reasons] [--what-if]`; with `--what-if` every pair that succeeded is compared with
 * itself: an unchanged template must change nothing.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize, relative } from 'node:path';
import { Agent, request as httpsRequest } from 'node:https';
import { readTemplate, type Json, type JsonObject } from '@cloudwright/engine';
import { quickstartPairs } from '@cloudwright/engine/corpus/templates';
import { corpusDirectory } from '@cloudwright/engine/corpus/unpack';
import { createSandbox } from '../src/index.ts';
import { setScriptSample } from '../src/world/script-samples.ts';
import { faults, isDeployable, known, parametersOf, PUBLISHED } from './environment.ts';

// The seeded policies are Alpine's: in Borealis nothing but the templates decides.
const BOREALIS = '22222222-2222-4222-8222-222222222222';
const AT_ONCE = 4;

interface Outcome { id: string; isDeployable: boolean; state: string; code: string; message: string; isInternal: boolean; drift: string[] }

const corpus = corpusDirectory();
if (!corpus) {
  console.log('The corpus is not here (../shared/corpus): nothing was measured.');
  process.exit(0);
}
const only = process.argv[process.argv.indexOf('--only') + 1];
const isFiltered = process.argv.includes('--only');

// Linked templates come from the corpus, under the address that they are published at.
const files = createServer((req, res) => {
  const path = join(corpus, normalize(decodeURIComponent(new URL(req.url ?? '/', 'http://x').pathname)));
  if (!path.startsWith(corpus) || !existsSync(path) || !statSync(path).isFile()) return void res.writeHead(404).end();
  createReadStream(path).pipe(res);
});
await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
const fileBase = `http://127.0.0.1:${(files.address() as AddressInfo).port}/`;

const sandbox = await createSandbox({
  speed: Infinity, log: (line) => console.error(line),
  linkMirrors: [PUBLISHED, PUBLISHED.replace('/master/', '/main/')].map((from) => ({ from, to: `${fileBase}quickstarts/` })),
});
/** The two clouds that pairs are deployed to; parameter files called `*.us.json` name government regions. */
const places = {
  general: { cloud: sandbox.clouds.general, tls: sandbox.tls.general, subscription: '/subscriptions/bbbbbbbb-0000-4000-8000-000000000001', tenant: BOREALIS, region: 'westeurope', username: 'admin@borealis.example', token: '', vault: '' },
  government: { cloud: sandbox.clouds.government, tls: sandbox.tls.government, subscription: '/subscriptions/cccccccc-0000-4000-8000-000000000001', tenant: '33333333-3333-4333-8333-333333333333', region: 'usgovvirginia', username: 'admin@federal.example', token: '', vault: '' },
};
type Place = (typeof places)['general'];
const agent = new Agent({ ca: sandbox.ca, keepAlive: true });
for (const [kind, place] of Object.entries(places)) {
  // The question is whether templates work, not how much a subscription may hold.
  place.cloud.world.setQuotaLimit(place.subscription.split('/').at(-1)!, '*', '*', 100_000);
  // The clock jumps from wait to wait: hours pass in a run.
  place.cloud.faults.setSwitches({ accessTokenSeconds: 365 * 86_400 });
  for (const sample of known.scripts) setScriptSample(place.cloud.world, sample);
  const response = await fetch(`${sandbox.http[kind as 'general']}/${place.tenant}/oauth2/v2.0/token`, {
    method: 'POST', body: new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username: place.username, password: 'sandbox', scope: `${kind === 'general' ? 'https://management.azure.com' : 'https://management.usgovcloudapi.net'}/.default` }),
  });
  place.token = ((await response.json()) as { access_token: string }).access_token;
}
for (const [kind, place] of Object.entries(places)) {
  const group = `${place.subscription}/resourceGroups/corpus-environment`;
  place.vault = `${group}/providers/Microsoft.KeyVault/vaults/cw-corpus-${kind}`;
  await arm(place, 'PUT', group, { location: place.region });
  await arm(place, 'PUT', place.vault, { location: place.region, properties: { tenantId: place.tenant, sku: { family: 'A', name: 'standard' }, accessPolicies: [], enabledForTemplateDeployment: true } });
  const running = place.cloud.operations.running(place.vault);
  if (running) await place.cloud.operations.ended(running.id);
  await arm(place, 'PUT', `${place.vault}/secrets/secret`, { properties: { value: 'Pl4ceholder-Pass!26' } });
}

function arm({ tls, token }: Place, method: string, path: string, body?: Json): Promise<{ status: number; body: JsonObject; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`${tls}${path}${path.includes('?') ? '&' : '?'}api-version=2022-09-01`, { method, agent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, body: text ? (JSON.parse(text) as JsonObject) : {}, headers: response.headers }));
    });
    request.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The innermost cause of a deployment's error. */
function innermost(error: JsonObject): JsonObject {
  const details = error['details'];
  return Array.isArray(details) && details.length ? innermost(details[0] as JsonObject) : error;
}

type Scope = 'resourceGroup' | 'subscription' | 'managementGroup' | 'tenant';
const scopeOf = (template: string): Scope => (/\/(subscription|managementGroup|tenant)DeploymentTemplate\.json/.exec(template.slice(0, 2000))?.[1] ?? 'resourceGroup') as Scope;

async function deploy({ id, path, text }: { id: string; path: string; text: string }, index: number): Promise<Outcome> {
  const [file, suffix] = id.split('#');
  const parameterFile = suffix ? join(dirname(path), suffix) : path.replace(/\.json$/, '.parameters.json');
  const raw = readFileSync(parameterFile, 'utf8');
  const { root } = readTemplate(text);
  const place = parameterFile.endsWith('.us.json') ? places.government : places.general;
  const group = `${place.subscription}/resourceGroups/corpus-${index}`;
  const scope = { resourceGroup: group, subscription: place.subscription, managementGroup: `/providers/Microsoft.Management/managementGroups/${place.tenant}`, tenant: '' }[scopeOf(text)];
  await arm(place, 'PUT', group, { location: place.region });
  const deployment = `${scope}/providers/Microsoft.Resources/deployments/corpus-${index}`;
  const outcome: Outcome = { id, isDeployable: isDeployable(id, raw), state: '', code: '', message: '', isInternal: false, drift: [] };
  const wanted: Json = {
    ...(scope === group ? {} : { location: place.region }),
    properties: { mode: 'Incremental', templateLink: { uri: `${PUBLISHED}${relative(join(corpus!, 'quickstarts'), join(corpus!, file!))}` }, parameters: parametersOf(id, raw, root as JsonObject, dirname(relative(join(corpus!, 'quickstarts'), path)), place) },
  };
  const started = place.cloud.world.now().toISOString();
  const put = await arm(place, 'PUT', deployment, wanted);
  let error = put.body['error'] as JsonObject | undefined;
  if (!error) {
    const running = place.cloud.operations.running(`${deployment}`);
    if (running) await place.cloud.operations.ended(running.id);
    const properties = (await arm(place, 'GET', deployment)).body['properties'] as JsonObject;
    outcome.state = String(properties['provisioningState']);
    error = properties['error'] as JsonObject | undefined;
  } else outcome.state = `refused ${put.status}`;
  if (error) {
    const cause = innermost(error);
    outcome.code = String(cause['code']);
    outcome.message = String(cause['message']).slice(0, 260);
    outcome.isInternal = put.status >= 500 || outcome.code === 'InternalServerError';
  }
  if (process.argv.includes('--what-if') && outcome.state === 'Succeeded') {
    const asked = await arm(place, 'POST', `${deployment}/whatIf`, wanted);
    const location = new URL(String(asked.headers['location']));
    let answer = await arm(place, 'GET', location.pathname);
    while (answer.status === 202) answer = await arm(place, 'GET', location.pathname);
    const changes = ((answer.body['properties'] as JsonObject | undefined)?.['changes'] ?? []) as JsonObject[];
    for (const change of changes) {
      if (change['changeType'] === 'NoChange' || change['changeType'] === 'Ignore') continue;
      const paths = ((change['delta'] ?? []) as JsonObject[]).map(({ path }) => String(path));
      outcome.drift.push(`${String(change['changeType'])} ${String(change['resourceId']).split('/providers/').at(-1)} ${paths.join(', ')} ${String(change['unsupportedReason'] ?? '')}`);
    }
    if (answer.body['error']) outcome.drift.push(JSON.stringify(answer.body['error']).slice(0, 300));
  }
  // The group goes with everything in it: the next pair meets a fresh cloud.
  place.cloud.world.delete(group);
  // What stands above groups would judge the next pairs too.
  for (const { id: made } of scope === group ? [] : place.cloud.world.list({}).filter(({ id: one, changedAt }) => changedAt >= started && !/\/resourceGroups\/corpus-/i.test(one))) place.cloud.world.delete(made);
  return outcome;
}

const pairs = quickstartPairs(corpus).filter(({ id }) => !isFiltered || id.includes(only ?? ''));
const outcomes: Outcome[] = [];
const [inGroups, above] = [true, false].map((isInGroup) => [...pairs.entries()].filter(([, { text }]) => (scopeOf(text) === 'resourceGroup') === isInGroup)) as [[number, (typeof pairs)[number]][], [number, (typeof pairs)[number]][]];
const work = async (): Promise<void> => {
  for (let one = inGroups.shift(); one; one = inGroups.shift()) outcomes.push(await deploy(one[1], one[0]));
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const [index, pair] of above) outcomes.push(await deploy(pair, index));

const isReasoned = process.argv.includes('--reasons') || isFiltered;
const deployable = outcomes.filter((one) => one.isDeployable);
const others = outcomes.filter((one) => !one.isDeployable);
const hasSucceeded = ({ state }: Outcome): boolean => state === 'Succeeded';
if (isReasoned)
  for (const one of outcomes.toSorted((a, b) => a.code.localeCompare(b.code) || a.id.localeCompare(b.id)))
    if (!hasSucceeded(one) || !one.isDeployable || isFiltered) console.log(`${one.isDeployable ? 'deployable' : 'prerequisite'} ${one.state} ${one.id}\n    ${one.code}: ${one.message}`);
const byCode = Map.groupBy(outcomes.filter((one) => !hasSucceeded(one)), ({ code }) => code);
for (const [code, list] of [...byCode].toSorted((a, b) => b[1].length - a[1].length)) console.log(`${String(list.length).padStart(4)}  ${code}  (${list.filter((one) => one.isDeployable).length} deployable)`);
if (process.argv.includes('--what-if')) {
  const drifting = outcomes.filter(({ drift }) => drift.length);
  for (const { id, drift } of drifting) console.log(`what-if ${id}\n    ${drift.join('\n    ')}`);
  const compared = outcomes.filter(hasSucceeded).length;
  console.log(`what-if of an unchanged template: ${compared - drifting.length}/${compared} report no change`);
}

const failed = deployable.filter((one) => !hasSucceeded(one));
const unexplained = failed.filter(({ id }) => faults[id] === undefined);
const passed = others.filter(hasSucceeded);
const surprising = passed.filter(({ id }) => known.selfSufficient[id] === undefined);
const share = (100 * (deployable.length - failed.length)) / Math.max(1, deployable.length);
const internal = outcomes.filter(({ isInternal }) => isInternal).length + sandbox.clouds.general.internalErrors() + sandbox.clouds.government.internalErrors();
for (const { id, code } of failed) console.log(`fails: ${id} (${code})\n    ${faults[id] ?? 'NOT EXPLAINED'}`);
for (const { id } of surprising) console.log(`succeeds although it needs something: ${id}\n    NOT EXPLAINED`);
console.log(`${outcomes.length} pairs of template and parameter file: ${deployable.length} deployable, ${others.length} need something that must exist`);
console.log(`deployable: ${deployable.length - failed.length}/${deployable.length} succeeded (${share.toFixed(1)} %); ${failed.length} failed, ${failed.length - unexplained.length} of them by a named fault of the template`);
console.log(`scripts are not run: ${known.scripts.length} samples say what some would have put out`);
console.log(`with prerequisites: ${others.length - passed.length}/${others.length} refused with Azure's code; ${passed.length} succeeded, ${passed.length - surprising.length} of them as named (they make it themselves, or never look at it)`);
console.log(`internal errors: ${internal}`);
if (!isFiltered && (share < 98 || internal > 0 || unexplained.length + surprising.length > 0)) process.exitCode = 1;
await sandbox.stop();
agent.destroy();
files.close();
