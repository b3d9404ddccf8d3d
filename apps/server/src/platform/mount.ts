import { Readable } from 'node:stream';
import type { Endpoint, Endpoints, ListPage, ListQuery } from '@cloudwright/contract';
import { explainDenial, mayDo } from '@cloudwright/contract/may-do';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { openAws } from './aws-auth.ts';
import { masked, writeAudit, type AuditNote } from './audit.ts';
import { RawReply, type Handlers, type PersonContext, type PublicContext, type Services } from './context.ts';
import { csvOf } from './csv.ts';
import { createOrgDb, type OrgTx } from './db/org-db.ts';
import { failure, invalidInput } from './errors.ts';
import { loadPerson } from './session.ts';

type AnyHandler = (context: PublicContext, input: Record<Part, unknown>) => unknown;
type Part = 'params' | 'query' | 'body';
const csvPageSize = 1000;

/**
 * Registers every endpoint of a table: who may call it, what it takes, what it answers, all as the contract says.
 * Order: who (401), may (403), what (400), then the handler.
 */
export function mount<T extends Endpoints>(app: FastifyInstance, services: Services, table: T, handlers: Handlers<T>): void {
  for (const [name, endpoint] of Object.entries(table)) {
    const handler = handlers[name as keyof T] as unknown as AnyHandler;
    const serve = serverOf(services, name, endpoint, handler);
    const schema = documentation(name, endpoint);
    app.route({ method: endpoint.method, url: endpoint.path, schema, onRequest: serve.authorize, handler: serve.answer });
    // A call that only reads answers GET as well, with its body's fields in the query.
    if (endpoint.isRead) app.route({ method: 'GET', url: endpoint.path, schema: { hide: true }, onRequest: serve.authorize, handler: serve.answer });
  }
}

function serverOf(services: Services, name: string, endpoint: Endpoint, handler: AnyHandler) {
  const contexts = new WeakMap<FastifyRequest, PublicContext>();
  return {
    authorize: async (request: FastifyRequest) => {
      contexts.set(request, await contextOf(services, request, name, endpoint));
    },
    answer: async (request: FastifyRequest, reply: FastifyReply) => {
      const context = contexts.get(request) as PublicContext;
      const input = parseInput(endpoint, request);
      if (endpoint.list && request.headers.accept?.includes('text/csv')) return sendCsv(reply, name, endpoint, (page) => handler(context, page) as Promise<ListPage<Record<string, unknown>>>, input);
      const result = await handler(context, input);
      if (needsAuditEntry(endpoint) && 'person' in context) await auditPlainly(context as AuditedContext, name, input);
      if (result instanceof RawReply) return sendRaw(reply, endpoint, result);
      // Answers are typed by the contract at compile time and checked against it in the tests; parsing them again here
      // would cost a third of the throughput.
      return reply.code(endpoint.status ?? 200).type('application/json; charset=utf-8').send(JSON.stringify(result ?? null));
    },
  };
}

/** Who calls, and may they: builds the handler's context or throws 401 or 403. */
async function contextOf(services: Services, request: FastifyRequest, name: string, endpoint: Endpoint): Promise<PublicContext> {
  const open: PublicContext = { services, requestId: request.id, request };
  if (endpoint.access === 'public') return open;
  const identity = await identify(services, request);
  if (endpoint.access === 'identified') return { ...open, identity } as PublicContext;

  const awsAuth = headerOf(request, 'x-aws-auth');
  // Which sign-in is active is not believed, it is opened.
  const aws = awsAuth ? await openAws(services, identity, awsAuth) : null;
  const person = await loadPerson(services.system, identity, aws ? 'aws' : null);
  if (endpoint.access !== 'signedIn') {
    const demand = { anyOf: typeof endpoint.access === 'string' ? [endpoint.access] : endpoint.access };
    const decision = mayDo(person.subject, demand);
    if (!decision.isAllowed) {
      const reasons = decision.denials.map((denial) => explainDenial(denial, person.subject, demand)).join(' ');
      throw failure('forbidden', reasons, demand.anyOf.map((permission) => ({ field: '', message: permission })));
    }
  }
  const context: AuditedContext = {
    ...open,
    identity,
    person,
    db: createOrgDb(services.system.db, person.actor),
    isAudited: false,
    audit: (tx: OrgTx, note: AuditNote) => {
      context.isAudited = true;
      return writeAudit(tx, person, { action: name, requestId: request.id }, note);
    },
    cloudToken: () => services.tokens.cloudToken(identity, headerOf(request, 'x-cloud-token')),
    aws,
  };
  return context;
}

/** The identity of the bearer token, or 401. */
export async function identify(services: Services, request: FastifyRequest) {
  const [scheme, token] = (headerOf(request, 'authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw failure('unauthenticated', 'Sign in first.');
  return services.tokens.identify(token);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Parses params, query and body by the contract; all problems of all parts are told at once. */
function parseInput(endpoint: Endpoint, request: FastifyRequest): Record<Part, unknown> {
  const isReadByGet = endpoint.isRead && request.method === 'GET';
  const given = { params: request.params, query: request.query, body: isReadByGet ? request.query : (request.body ?? undefined) };
  const input: Record<Part, unknown> = { params: undefined, query: undefined, body: undefined };
  const issues: { field: string; message: string }[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema: z.ZodType | undefined = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(part === 'body' && isEmptyAllowed(endpoint, given.body) ? {} : given[part], { error: inPlainWords });
    if (parsed.success) input[part] = parsed.data;
    // A path that can't name anything is an unknown record, not a wrong input.
    else if (part === 'params') throw failure('not_found', 'There is no such record.');
    else issues.push(...parsed.error.issues.flatMap(innermost).map((issue) => ({ field: issue.path.join('.'), message: issue.message })));
  }
  if (issues.length > 0) throw invalidInput(issues);
  return input;
}

/** The library's own words for an absent field name types of its language; everything else keeps its words. */
const inPlainWords = (issue: { code?: string; input?: unknown }): string | undefined =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined;

/** Of several shapes none fits: what is wrong with the first, which is the usual one. */
const innermost = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' && issue.errors[0]
    ? issue.errors[0].flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }))
    : [issue];

/** A list by POST without a body is the list without conditions. */
const isEmptyAllowed = (endpoint: Endpoint, body: unknown) => body === undefined && endpoint.isRead === true;

const needsAuditEntry = (endpoint: Endpoint) => endpoint.method !== 'GET' && !endpoint.isRead && endpoint.isAudited !== false;
type AuditedContext = PersonContext & { isAudited: boolean };

/** A write whose action reported nothing itself still leaves an entry: what was asked for. */
async function auditPlainly(context: AuditedContext, name: string, input: Record<Part, unknown>): Promise<void> {
  if (context.isAudited) return;
  const asked = { ...(input.params as object | undefined), ...(input.body as object | undefined) };
  const subjectId = 'id' in asked && typeof asked.id === 'string' ? asked.id : null;
  await context.db.run((tx) => writeAudit(tx, context.person, { action: name, requestId: context.requestId }, { subjectId, after: masked(asked) as object }));
}

function sendRaw(reply: FastifyReply, endpoint: Endpoint, raw: RawReply) {
  void reply.code(raw.status ?? endpoint.status ?? 200).headers({ ...(endpoint.produces ? { 'content-type': endpoint.produces } : {}), ...raw.headers });
  return reply.send(raw.body ?? '');
}

/** The whole list as CSV, page by page: nothing is capped and nothing is held in memory. */
async function sendCsv(reply: FastifyReply, name: string, endpoint: Endpoint, page: (input: Record<Part, unknown>) => Promise<ListPage<Record<string, unknown>>>, input: Record<Part, unknown>) {
  const part = endpoint.body ? 'body' : 'query';
  const query = input[part] as ListQuery;
  const pages = async function* () {
    for (let skip = query.skip; ; skip += csvPageSize) {
      const { result, total } = await page({ ...input, [part]: { ...query, skip, limit: csvPageSize } });
      yield result;
      if (skip + result.length >= total || result.length === 0) return;
    }
  };
  const chunks = csvOf(pages(), query.fields);
  // The first page is read before the answer begins: a list that is refused is a refusal, not a broken file.
  const first = await chunks.next();
  const text = async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  };
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text()));
}

/** What the OpenAPI document says of the endpoint. */
function documentation(name: string, endpoint: Endpoint) {
  const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' or ');
  return {
    operationId: name,
    tags: [name.replace(/[A-Z].*$/, '')],
    summary: name.replaceAll(/([A-Z])/g, ' $1').toLowerCase(),
    description: `Permission: ${access}.`,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    contract: endpoint,
  };
}
