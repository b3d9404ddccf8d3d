import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TableClient, AzureNamedKeyCredential } from '@azure/data-tables';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { DataLakeServiceClient, StorageSharedKeyCredential as LakeCredential } from '@azure/storage-file-datalake';
import { QueueServiceClient, StorageSharedKeyCredential as QueueCredential } from '@azure/storage-queue';
import { StorageManagementClient } from '@azure/arm-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, clientOptions, clientsFor, createSandbox, credentialOf, SUBSCRIPTION, tokenOf, type Sandbox } from '../../../test/clients.ts';

const GROUP = 'storage-data';
const ACCOUNT = 'lakeaccount01';
const noRetry = { retryOptions: { maxTries: 1 } };

let sandbox: Sandbox;
let management: StorageManagementClient;
let key: string;
let endpoints: { blob: string; queue: string; table: string; dfs: string };

beforeAll(async () => {
  sandbox = await createSandbox();
  await clientsFor(sandbox).resources.resourceGroups.createOrUpdate(GROUP, { location: 'westeurope' });
  management = new StorageManagementClient(credentialOf(sandbox, 'admin@alpine.example'), SUBSCRIPTION, clientOptions(sandbox));
  const account = await management.storageAccounts.create(GROUP, ACCOUNT, { location: 'westeurope', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, isHnsEnabled: true });
  endpoints = account.primaryEndpoints as typeof endpoints;
  key = (await management.storageAccounts.listKeys(GROUP, ACCOUNT)).keys![0]!.value!;
});
afterAll(() => sandbox.stop());

describe('storage data planes', () => {
  it('stores, lists and reads blobs at the address that the account names', async () => {
    const service = new BlobServiceClient(endpoints.blob, new StorageSharedKeyCredential(ACCOUNT, key), noRetry);
    const container = service.getContainerClient('notes');
    await container.create();
    await container.getBlockBlobClient('a/b.txt').upload('hello', 5);
    const names = (await all(container.listBlobsFlat())).map((blob) => blob.name);
    expect(names).toEqual(['a/b.txt']);
    expect((await container.getBlobClient('a/b.txt').downloadToBuffer()).toString()).toBe('hello');
  });

  it('refuses a wrong key with 403, and takes a new key at once after regenerateKey', async () => {
    const wrong = new BlobServiceClient(endpoints.blob, new StorageSharedKeyCredential(ACCOUNT, Buffer.from('nonsense').toString('base64')), noRetry);
    await expect(all(wrong.listContainers())).rejects.toMatchObject({ statusCode: 403 });
    const before = (await management.storageAccounts.listKeys(GROUP, ACCOUNT)).keys![1]!.value!;
    const after = (await management.storageAccounts.regenerateKey(GROUP, ACCOUNT, { keyName: 'key2' })).keys![1]!.value!;
    expect(after).not.toBe(before);
    const fresh = new BlobServiceClient(endpoints.blob, new StorageSharedKeyCredential(ACCOUNT, after), noRetry);
    await expect(all(fresh.listContainers())).resolves.toBeInstanceOf(Array);
    const old = new BlobServiceClient(endpoints.blob, new StorageSharedKeyCredential(ACCOUNT, before), noRetry);
    await expect(all(old.listContainers())).rejects.toMatchObject({ statusCode: 403 });
  });

  it('honours an account SAS made by Resource Manager', async () => {
    const expires = new Date(Date.now() + 3_600_000);
    const { accountSasToken } = await management.storageAccounts.listAccountSAS(GROUP, ACCOUNT, { services: 'b', resourceTypes: 'sco', permissions: 'rl', sharedAccessExpiryTime: expires });
    const reader = new BlobServiceClient(`${endpoints.blob.replace(/\/$/, '')}?${accountSasToken!}`, undefined, noRetry);
    expect((await all(reader.listContainers())).map((one) => one.name)).toContain('notes');
    await expect(reader.getContainerClient('forbidden').create()).rejects.toMatchObject({ statusCode: 403 });
  });

  it('sends and receives queue messages, and filters table rows', async () => {
    const queue = new QueueServiceClient(endpoints.queue, new QueueCredential(ACCOUNT, key)).getQueueClient('jobs');
    await queue.create();
    await queue.sendMessage('one');
    expect((await queue.receiveMessages()).receivedMessageItems.map((message) => message.messageText)).toEqual(['one']);
    const table = new TableClient(endpoints.table.replace(/\/$/, ''), 'people', new AzureNamedKeyCredential(ACCOUNT, key), { allowInsecureConnection: true });
    await table.createTable();
    await table.createEntity({ partitionKey: 'p', rowKey: '1', age: 30 });
    await table.createEntity({ partitionKey: 'p', rowKey: '2', age: 60 });
    expect((await all(table.listEntities({ queryOptions: { filter: 'age gt 40' } }))).map((row) => row.rowKey)).toEqual(['2']);
  });

  it('knows directories, appends, access lists, renames and recursive deletes of Data Lake Gen2', async () => {
    const system = new DataLakeServiceClient(endpoints.dfs.replace(/\/$/, ''), new LakeCredential(ACCOUNT, key), noRetry).getFileSystemClient('lake');
    await system.create();
    await system.getDirectoryClient('a/b').create();
    expect((await system.getDirectoryClient('a/b').createIfNotExists()).succeeded).toBe(false);
    const log = system.getFileClient('a/log.txt');
    await log.create();
    await log.append('hello ', 0, 6);
    await log.flush(6);
    await log.append('world', 6, 5);
    await log.flush(11);
    expect((await log.readToBuffer()).toString()).toBe('hello world');
    await expect(log.flush(99)).rejects.toMatchObject({ statusCode: 400, code: 'InvalidFlushPosition' });
    const directory = system.getDirectoryClient('a/b');
    await directory.setAccessControl([{ accessControlType: 'user', entityId: '', defaultScope: false, permissions: { read: true, write: false, execute: true } }]);
    expect((await directory.getAccessControl()).acl[0]).toMatchObject({ accessControlType: 'user', permissions: { read: true, write: false } });
    await system.getDirectoryClient('a').move('z');
    expect((await all(system.listPaths({ recursive: true }))).map((path) => `${path.isDirectory ? 'd' : 'f'}:${path.name ?? ''}`)).toEqual(['d:z', 'd:z/b', 'f:z/log.txt']);
    await expect(system.getDirectoryClient('gone').delete(true)).rejects.toMatchObject({ statusCode: 404, code: 'PathNotFound' });
    await system.getDirectoryClient('z').delete(true);
    expect(await all(system.listPaths({ recursive: true }))).toEqual([]);
  });

  it('refuses Data Lake calls with a wrong key', async () => {
    const wrong = new DataLakeServiceClient(endpoints.dfs.replace(/\/$/, ''), new LakeCredential(ACCOUNT, Buffer.from('wrong').toString('base64')), noRetry);
    await expect(wrong.getFileSystemClient('lake').getDirectoryClient('x').create()).rejects.toMatchObject({ statusCode: 403, code: 'AuthenticationFailed' });
  });

  it('takes tokens of people with a data role only', async () => {
    const token = await tokenOf(sandbox, 'admin@alpine.example', { scope: 'https://storage.azure.com/.default' });
    const list = (): Promise<Response> => fetch(`${endpoints.blob}?comp=list`, { headers: { authorization: `Bearer ${token}`, 'x-ms-version': '2024-11-04' } });
    expect((await list()).status).toBe(403);
    const account = `/subscriptions/${SUBSCRIPTION}/resourceGroups/${GROUP}/providers/Microsoft.Storage/storageAccounts/${ACCOUNT}`;
    sandbox.clouds.general.world.put({
      id: `${account}/providers/Microsoft.Authorization/roleAssignments/30000000-0000-4000-8000-000000000009`, type: 'Microsoft.Authorization/roleAssignments',
      body: { properties: { scope: account, principalId: '10000000-0000-4000-8000-000000000002', roleDefinitionId: '/providers/Microsoft.Authorization/roleDefinitions/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1' } },
    });
    const allowed = await list();
    expect(allowed.status).toBe(200);
    expect(await allowed.text()).toContain('<Name>notes</Name>');
    expect((await fetch(`${endpoints.blob}?comp=list`, { headers: { authorization: `Bearer ${token}x` } })).status).toBe(401);
  });

  it('has one truth about containers: what management makes holds data, what data calls make is listed by management', async () => {
    const service = new BlobServiceClient(endpoints.blob, new StorageSharedKeyCredential(ACCOUNT, key), noRetry);
    await management.blobContainers.create(GROUP, ACCOUNT, 'from-management', {});
    await expect.poll(async () => (await all(service.listContainers())).map((one) => one.name)).toContain('from-management');
    await service.getContainerClient('from-data').create();
    const listed = async (): Promise<(string | undefined)[]> => (await all(management.blobContainers.list(GROUP, ACCOUNT))).map((one) => one.name);
    expect(await listed()).toEqual(expect.arrayContaining(['from-data', 'from-management', 'notes']));
    await service.getContainerClient('from-data').delete();
    expect(await listed()).not.toContain('from-data');
    await management.blobContainers.delete(GROUP, ACCOUNT, 'from-management');
    await expect.poll(async () => (await all(service.listContainers())).map((one) => one.name)).not.toContain('from-management');
  });

  it('answers 404 for an account that is not there', async () => {
    const response = await fetch(`${new URL(endpoints.blob).origin}/nobody/c?restype=container`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('ResourceNotFound')]);
  });
});

describe('storage data planes over a restart', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps data, keys and addresses, and speaks TLS on the same ports', async () => {
    const first = await createSandbox({ dataDir });
    await clientsFor(first).resources.resourceGroups.createOrUpdate('kept', { location: 'westeurope' });
    const settings = (sandbox: Sandbox) => [credentialOf(sandbox, 'admin@alpine.example'), SUBSCRIPTION, clientOptions(sandbox)] as const;
    const before = await new StorageManagementClient(...settings(first)).storageAccounts.create('kept', 'keptaccount01', { location: 'westeurope', kind: 'StorageV2', sku: { name: 'Standard_LRS' } });
    const accountKey = (await new StorageManagementClient(...settings(first)).storageAccounts.listKeys('kept', 'keptaccount01')).keys![0]!.value!;
    const container = (endpoint: string, options = {}) => new BlobServiceClient(endpoint, new StorageSharedKeyCredential('keptaccount01', accountKey), { ...noRetry, ...options }).getContainerClient('kept');
    await container(before.primaryEndpoints!.blob!).create();
    await container(before.primaryEndpoints!.blob!).getBlockBlobClient('a.txt').upload('still here', 10);
    await first.stop();

    const second = await createSandbox({ dataDir });
    try {
      const after = await new StorageManagementClient(...settings(second)).storageAccounts.getProperties('kept', 'keptaccount01');
      expect(after.primaryEndpoints).toEqual(before.primaryEndpoints);
      const overTls = container(after.primaryEndpoints!.blob!.replace('http:', 'https:'), { tlsOptions: { ca: second.ca } });
      expect((await overTls.getBlobClient('a.txt').downloadToBuffer()).toString()).toBe('still here');
    } finally {
      await second.stop();
    }
  });
});
