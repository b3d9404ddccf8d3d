import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@cloudwright/engine';
import { isMailFault, mailFaults, type Inbox } from '../services/mail/inbox.ts';
import type { Cloud } from '../wire/cloud.ts';
import { GROUP_TYPE } from '../wire/resource-manager.ts';
import { sentinels } from '../wire/sentinels.ts';
import { isFaultPath, type Fault, type Switches } from '../world/faults.ts';
import { scriptSamples, setScriptSample } from '../world/script-samples.ts';

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const files: Record<string, { type: string; read: () => string }> = {
  '/': { type: 'text/html', read: () => file('page.html') },
  '/console.js': { type: 'text/javascript', read: () => file('page.js') },
  '/console.css': { type: 'text/css', read: () => file('page.css') },
};

const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

class BadRequest extends Error {}

interface ConsoleRequest {
  query: URLSearchParams;
  body: Record<string, unknown>;
  id: string;
}
type Answer = unknown;

const KINDS = new Set(['latency', 'throttle', 'error']);

/** Checks a fault from outside: what it says must be usable, or the console would break every later request. */
function readFault(body: Record<string, unknown>, now: Date): Omit<Fault, 'id' | 'hits'> {
  const kind = String(body['kind'] ?? '');
  if (!KINDS.has(kind)) throw new BadRequest("kind must be 'latency', 'throttle' or 'error'");
  const path = String(body['path'] ?? '');
  if (!isFaultPath(path)) throw new BadRequest('path is not a valid regular expression');
  const number = (name: string): object => {
    const value = body[name];
    if (value === undefined || value === null || value === '') return {};
    if (typeof value !== 'number' || !(value >= 0)) throw new BadRequest(`${name} must be a number, 0 or more`);
    return { [name]: value };
  };
  if (typeof body['rate'] === 'number' && body['rate'] > 1) throw new BadRequest('rate must be between 0 and 1');
  if (typeof body['status'] === 'number' && !(body['status'] >= 400 && body['status'] <= 599)) throw new BadRequest('status must be between 400 and 599');
  const { seconds, until } = body;
  if (until !== undefined && (typeof until !== 'string' || Number.isNaN(Date.parse(until)))) throw new BadRequest('until must be a time, like 2026-01-31T12:00:00Z');
  if (seconds !== undefined && (typeof seconds !== 'number' || !(seconds > 0))) throw new BadRequest('seconds must be a number above 0');
  const end = typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : typeof until === 'string' ? new Date(until) : undefined;
  const text = (name: string): object => (typeof body[name] === 'string' && body[name] !== '' ? { [name]: body[name] } : {});
  return { path, kind: kind as Fault['kind'], method: String(body['method'] ?? ''), ...number('latency'), ...number('status'), ...number('retryAfter'), ...number('rate'), ...number('count'), ...text('code'), ...text('message'), ...(end ? { until: end.toISOString() } : {}) };
}

/**
 * The console of one cloud on its plain port: a page for people, JSON for tests.
 * `GET /state | /resources | /log | /faults | /switches | /mails | /clock | /sentinels`, `POST /faults`, `DELETE /faults[/id]`,
 * `PATCH /switches`, `POST /mails/refuse`, `DELETE /mails`, `DELETE /log`, `POST /clock {advanceSeconds}`, `POST /quota`,
 * `POST /keys` (the directory signs with a new key), `DELETE /keys` (former keys are published no more),
 * `GET /scripts`, `POST /scripts {name, outputs?, stdout?}`.
 */
export function createConsole(cloud: Cloud, inbox: Inbox): (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<boolean> {
  const { world, faults, log, clock, seed } = cloud;

  const routes: Record<string, (request: ConsoleRequest) => Answer> = {
    'GET /state': () => ({
      cloud: cloud.kind, addresses: cloud.addresses, now: world.now().toISOString(), speed: clock.speed, internalErrors: cloud.internalErrors(),
      directories: seed.directories, accounts: seed.accounts, applications: seed.applications.map(({ secret: _secret, ...rest }) => rest),
      subscriptions: seed.subscriptions.map((row) => ({ ...row, groups: world.list({ type: GROUP_TYPE, subscriptionId: row.id }).length, resources: world.list({ subscriptionId: row.id }).length })),
      smtpPort: inbox.port, mails: inbox.list().length,
    }),
    'GET /resources': ({ query }) => {
      const wanted = query.get('type');
      const text = query.get('search')?.toLowerCase() ?? '';
      const found = world.list(wanted ? { type: wanted } : {}).filter(({ id, subscriptionId }) => subscriptionId && id.toLowerCase().includes(text)).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
      return { count: found.length, value: found.slice(0, Number(query.get('limit') ?? 200)).map(({ id, name, type, location, resourceGroup, changedAt, body }) => ({ id, name, type, location, resourceGroup, changedAt, state: (body['properties'] as { provisioningState?: string } | undefined)?.provisioningState })) };
    },
    'GET /log': ({ query }) => ({ value: log.find({ method: query.get('method'), path: query.get('path'), status: query.get('status'), caller: query.get('caller') }) }),
    'DELETE /log': () => log.clear(),
    'GET /faults': () => ({ value: faults.list(), switches: faults.switches }),
    'POST /faults': ({ body }) => faults.add(readFault(body, world.now())),
    'DELETE /faults': ({ id }) => (id ? faults.remove(id) : faults.clear()),
    'GET /switches': () => faults.switches,
    'PATCH /switches': ({ body }) => {
      const current = faults.switches as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(body)) if (typeof value !== typeof current[name]) throw new BadRequest(`${name} is not a switch, or not of its type`);
      faults.setSwitches(body as Partial<Switches>);
      return faults.switches;
    },
    'GET /mails': ({ query, id }) => (id ? (inbox.list().find((mail) => mail.id === id) ?? null) : { value: inbox.list({ to: query.get('to'), subject: query.get('subject') }), refuse: inbox.refuse ?? null, held: inbox.held }),
    'DELETE /mails': () => inbox.clear(),
    'POST /mails': ({ id, body }) => {
      if (id !== 'refuse') throw new BadRequest('unknown mail call');
      const mode = body['mode'] ?? null;
      if (mode !== null && !isMailFault(mode)) throw new BadRequest(`mode must be null or one of ${mailFaults.join(', ')}`);
      inbox.refuse = mode ?? undefined;
      return { refuse: mode };
    },
    'GET /clock': () => ({ now: world.now().toISOString() }),
    'POST /clock': ({ body }) => {
      const seconds = Number(body['advanceSeconds']);
      if (!(seconds >= 0)) throw new BadRequest('advanceSeconds must be 0 or more: time does not run backwards');
      clock.advance(seconds * 1000);
      return { now: world.now().toISOString() };
    },
    'POST /keys': () => ({ kid: cloud.authority.rotateKey() }),
    'DELETE /keys': () => cloud.authority.withdrawFormerKeys(),
    'POST /quota': ({ body }) => {
      const { subscriptionId, location, name, limit } = body;
      if (typeof subscriptionId !== 'string' || typeof location !== 'string' || typeof name !== 'string' || typeof limit !== 'number') throw new BadRequest('subscriptionId, location, name (text) and limit (number) are needed');
      world.setQuotaLimit(subscriptionId, location, name, limit);
      return { subscriptionId, location, name, limit };
    },
    'GET /scripts': () => ({ value: scriptSamples(world) }),
    'POST /scripts': ({ body }) => {
      const { name, outputs, stdout } = body;
      if (typeof name !== 'string' || !name) throw new BadRequest('name is needed: of the deployment script or the extension');
      if (outputs !== undefined && !isObject(outputs)) throw new BadRequest('outputs must be an object');
      if (stdout !== undefined && typeof stdout !== 'string') throw new BadRequest('stdout must be text');
      const sample = { name, ...(outputs === undefined ? {} : { outputs }), ...(stdout === undefined ? {} : { stdout }) };
      setScriptSample(world, sample);
      return sample;
    },
    'GET /sentinels': () => ({ value: [...sentinels.map(({ prefix, code, status, when }) => ({ prefix, code, status, when })), { prefix: 'slow', code: '', status: 200, when: 'provisioning' }] }),
  };

  return async (req, res, url) => {
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'self'; img-src 'self' data:; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" };
    const page = req.method === 'GET' ? files[url.pathname] : undefined;
    if (page) {
      res.writeHead(200, { ...headers, 'content-type': `${page.type}; charset=utf-8` }).end(page.read());
      return true;
    }
    const [, noun = '', id = ''] = url.pathname.split('/');
    const route = routes[`${req.method} /${noun}`];
    if (!route) return false;
    const send = (status: number, body: unknown): true => {
      res.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(body === undefined ? '{}' : JSON.stringify(body));
      return true;
    };
    try {
      // Another site's page cannot send JSON here without asking first, and nobody answers that question.
      if (req.method !== 'GET' && req.method !== 'DELETE' && !req.headers['content-type']?.startsWith('application/json')) return send(415, { error: 'Send application/json.' });
      if (req.method === 'DELETE' && req.headers.origin && req.headers.origin !== url.origin) return send(403, { error: 'Not from another site.' });
      let text = '';
      for await (const chunk of req) text += chunk;
      const body: unknown = text ? JSON.parse(text) : {};
      if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new BadRequest('a JSON object is expected');
      return send(200, route({ query: url.searchParams, body: body as Record<string, unknown>, id }));
    } catch (error) {
      if (error instanceof BadRequest || error instanceof SyntaxError) return send(400, { error: error.message });
      throw error;
    }
  };
}
