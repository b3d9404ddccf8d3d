import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
let dev: Client;
let borealis: Client;
beforeAll(async () => {
  server = await startServer();
  [admin, dev, borealis] = await Promise.all([server.asUser('admin@alpine.example'), server.asUser('dev@alpine.example'), server.asUser('admin@borealis.example')]);
});
afterAll(() => server.stop());

const schema = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';
const content = (size = 'Standard_LRS') => JSON.stringify({
  $schema: schema, contentVersion: '1.0.0.0',
  parameters: { accountName: { type: 'string', metadata: { description: 'Name of the account' } }, adminPassword: { type: 'securestring', defaultValue: '' } },
  resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: 'eastus', sku: { name: size }, kind: 'StorageV2', properties: {} }],
}, null, 2);
const template = (text = content()) => ({ format: 'ARM_JSON' as const, content: text });
const upload = (files: Record<string, string>, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))) as Uint8Array<ArrayBuffer>]), 'package.zip');
  return form;
};
/** A draft with its diagnostics, or a refusal. */
interface Imported {
  blueprint: Record<string, unknown> & { template: { linked: object } };
  diagnostics: { severity: string }[];
  error: { code: string; message: string; details: { severity: string; line?: number }[] };
}
const post = (form: FormData) => admin.send('POST', '/api/blueprint/import', { body: form }) as unknown as Promise<{ status: number; body: Imported }>;
const count = async () => (await admin.call('blueprintList', { query: { limit: 0 } })).body.total;

describe('blueprints', () => {
  it('seed at least 24 shared ones, published, with types, parameters and bindings', async () => {
    const { body } = await dev.call('blueprintCatalogue', { query: { limit: 100 } });
    expect(body.total).toBeGreaterThanOrEqual(24);
    expect(body.result.every((row) => row.status === 'PUBLISHED' && row.type !== null && row.version === 1)).toBe(true);
    const { body: detail } = await dev.call('blueprintGetByName', { params: { name: 'hpc-cluster' }, query: {} });
    expect(detail.parameters.find((parameter) => parameter.name === 'adminPasswordOrKey')).toMatchObject({ required: true, secret: true });
    expect(detail.bindings.pools).toBe('pools');
    expect(detail.price.monthly?.amount).toBeGreaterThan(100);
  });

  it('are found by part of a word, by meaning of a word, by tag and type (R-BP-01)', async () => {
    const names = async (query: object) => (await dev.call('blueprintCatalogue', { query: { limit: 100, ...query } })).body.result.map((row) => row.name);
    expect(await names({ filter: 'clust' })).toContain('hpc-cluster');
    expect(await names({ filter: 'networks' })).toContain('hub-spoke-network');
    expect(await names({ filterObj: { tags: ['hpc'] } })).toContain('hpc-cluster');
    expect(await names({ filter: 'no such thing at all' })).toEqual([]);
    const { body: facets } = await dev.call('blueprintFacets', { query: {} });
    const [type] = facets.types;
    expect((await names({ filterObj: { typeId: type?.value ?? '' } })).length).toBe(type?.count);
  });

  it('are created, edited, published as immutable versions, retired and deleted (R-BP-15)', async () => {
    const { status, body: created } = await admin.call('blueprintCreate', { body: { name: 'our-storage', title: 'Our storage', template: template() } });
    expect([status, created.blueprint.status, created.blueprint.version]).toEqual([201, 'DRAFT', 0]);
    const id = created.blueprint.id;
    await dev.fail('blueprintGetByName', { params: { name: 'our-storage' } });
    const { body: first } = await admin.call('blueprintPublish', { params: { id }, body: { note: 'first' } });
    expect([first.status, first.version, first.hasDraft]).toEqual(['PUBLISHED', 1, false]);
    expect((await admin.fail('blueprintPublish', { params: { id }, body: {} })).status).toBe(409);

    await admin.call('blueprintEdit', { params: { id }, body: { template: template(content('Standard_GRS')) } });
    expect((await dev.call('blueprintGetByName', { params: { name: 'our-storage' }, query: {} })).body.template.content).toContain('Standard_LRS');
    await admin.call('blueprintPublish', { params: { id }, body: { note: 'second' } });
    const { body: versions } = await admin.call('blueprintVersionList', { params: { id }, query: {} });
    expect(versions.result.map((version) => [version.version, version.note])).toEqual([[2, 'second'], [1, 'first']]);
    const { body: old } = await dev.call('blueprintGetByName', { params: { name: 'our-storage' }, query: { version: 1 } });
    expect(old.template.content).toContain('Standard_LRS');
    await expect(server.database.pool.query(`update blueprint_version set note = 'x' where blueprint_id = $1`, [id])).rejects.toThrow('immutable');

    await admin.call('blueprintRetire', { params: { id } });
    expect((await dev.call('blueprintCatalogue', { query: { filter: 'our-storage' } })).body.total).toBe(0);
    await admin.call('blueprintDelete', { params: { id } });
    expect((await admin.fail('blueprintGet', { params: { id } })).status).toBe(404);
  });

  it('of another organization are not there, shared ones are, and the own one wins over a shared one of its name', async () => {
    const { body: { blueprint } } = await admin.call('blueprintCreate', { body: { name: 'linux-vm', title: 'Our own Linux', template: template() } });
    await admin.call('blueprintPublish', { params: { id: blueprint.id }, body: {} });
    expect((await borealis.fail('blueprintGet', { params: { id: blueprint.id } })).status).toBe(404);
    expect((await borealis.fail('blueprintEdit', { params: { id: blueprint.id }, body: { title: 'x' } })).status).toBe(404);
    expect((await borealis.fail('blueprintDelete', { params: { id: blueprint.id } })).status).toBe(404);
    expect((await borealis.call('blueprintGetByName', { params: { name: 'linux-vm' }, query: {} })).body.orgId).toBe('platform');
    expect((await dev.call('blueprintGetByName', { params: { name: 'linux-vm' }, query: {} })).body.title).toBe('Our own Linux');
    expect((await dev.call('blueprintGetByName', { params: { name: 'linux-vm' }, query: { org: 'platform' } })).body.orgId).toBe('platform');
    await admin.call('blueprintDelete', { params: { id: blueprint.id } });
  });

  it('are not managed without the permission', async () => {
    const reader = await server.asUser('reader@alpine.example');
    expect((await reader.fail('blueprintCreate', { body: { name: 'x1', title: 'x', template: template() } })).status).toBe(403);
  });
});

describe('import of blueprints', () => {
  it('takes a zip with linked templates, parameters, metadata and readme: 201 with a draft and diagnostics', async () => {
    const { status, body } = await post(upload({
      'lab/azuredeploy.json': content(), 'lab/nested/more.json': content(), 'lab/azuredeploy.parameters.json': '{"parameters":{"accountName":{"value":"labdata"}}}',
      'lab/metadata.json': '{"itemDisplayName":"Lab storage","summary":"A lab"}', 'lab/README.md': '# Lab',
    }));
    expect(status).toBe(201);
    expect(body.blueprint).toMatchObject({ name: 'lab', title: 'Lab storage', status: 'DRAFT', description: '# Lab', parameterDefaults: { accountName: 'labdata' } });
    expect(Object.keys(body.blueprint.template.linked)).toEqual(['nested/more.json']);
    expect(body.diagnostics.every((diagnostic) => diagnostic.severity !== 'error')).toBe(true);
  });

  it.each([
    ['broken JSON', '{"$schema": "x", '],
    ['an unknown function', content().replace("[parameters('accountName')]", "[nothingLikeIt('x')]")],
    ['an undeclared parameter', content().replace("parameters('accountName')", "parameters('other')")],
    ['a circle', JSON.stringify({ $schema: schema, contentVersion: '1.0.0.0', resources: ['a', 'b'].map((name, index) => ({ type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name, location: 'eastus', dependsOn: [['b', 'a'][index]], properties: {} })) })],
  ])('refuses %s with 422 and diagnostics with a line, and stores nothing', async (_what, text) => {
    const before = await count();
    const { status, body } = await post(upload({ 'bad/azuredeploy.json': text }));
    expect(status).toBe(422);
    expect(body.error.code).toBe('template_invalid');
    expect(body.error.details.find((detail) => detail.severity === 'error')).toMatchObject({ code: expect.any(String), message: expect.any(String), line: expect.any(Number) });
    expect(await count()).toBe(before);
  });

  it('refuses a zip without a template, with paths that lead out, and a bomb, each with a plain sentence', async () => {
    expect((await post(upload({ 'README.md': '# none' }))).body.error.message).toMatch(/azuredeploy\.json/);
    const stray = await post(upload({ '../azuredeploy.json': content() }));
    expect([stray.status, stray.body.error.code]).toEqual([400, 'invalid_input']);
    expect(stray.body.error.message).toContain('leads out');
    const bomb = await post(upload({ 'azuredeploy.json': content(), 'zeros.bin': '\0'.repeat(60 * 2 ** 20) }));
    expect(bomb.status).toBe(413);
  });

  it('refuses 200 MB at once, before it is sent', async () => {
    const { hostname, port } = new URL(server.address);
    const { request } = await import('node:http');
    const started = Date.now();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({ hostname, port, path: '/api/blueprint/import', method: 'POST', headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 200 * 2 ** 20 } }, (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.write('--x\r\ncontent-disposition: form-data; name="file"; filename="big.zip"\r\n\r\n');
    });
    expect(status).toBe(413);
    expect(Date.now() - started).toBeLessThan(3000);
  });

  it('refuses many files that are too large together, also when the request does not say how large it is', async () => {
    const body = new FormData();
    for (let index = 0; index < 6; index++) body.append('files', new File(['x'.repeat(4 * 2 ** 20)], `part-${index}.json`));
    const { body: stream, headers } = new Response(body);
    const answer = await fetch(`${server.address}/api/blueprint/import`, { method: 'POST', headers: { ...admin.headers, 'content-type': headers.get('content-type') ?? '' }, body: stream, duplex: 'half' } as RequestInit);
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([413, 'The upload is larger than 20 MB.']);
  });

  it('refuses a name that is taken', async () => {
    await post(upload({ 'twice/azuredeploy.json': content() }));
    expect((await post(upload({ 'twice/azuredeploy.json': content() }))).status).toBe(409);
  });
});

describe('blueprint types', () => {
  it('are listed, created, edited and deleted when nothing is of them (R-BP-18)', async () => {
    const { body: type } = await admin.call('blueprintTypeCreate', { body: { name: 'Laboratory' } });
    expect((await admin.fail('blueprintTypeCreate', { body: { name: 'Laboratory' } })).status).toBe(409);
    expect((await admin.call('blueprintTypeEdit', { params: { id: type.id }, body: { icon: 'flask' } })).body.icon).toBe('flask');
    expect((await borealis.fail('blueprintTypeEdit', { params: { id: type.id }, body: { icon: 'x' } })).status).toBe(404);
    await admin.call('blueprintTypeDelete', { params: { id: type.id } });
    expect((await admin.call('blueprintTypeList', { query: { filterObj: { name: 'Laboratory' } } })).body.total).toBe(0);
  });
});
