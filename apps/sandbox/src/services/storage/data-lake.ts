import { BlobServiceClient, RestError, StorageSharedKeyCredential, type ContainerClient } from '@azure/storage-blob';
import type { IncomingMessage } from 'node:http';

/** What Data Lake Gen2 adds to blobs, done with blobs: directories are empty blobs with the metadata that Azure uses for them. */
interface LakeAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface LakeCall {
  method: string;
  url: URL;
  headers: Record<string, string | undefined>;
  account: string;
  /** Blob endpoint of Azurite for this account, without a slash at the end, and how to sign in there. */
  endpoint: string;
  credential: { key: string } | { sas: string };
  body: () => Promise<Buffer>;
}

class LakeError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const FOLDER = { hdi_isfolder: 'true' };
const DEFAULT_ACL = 'user::rwx,group::r-x,other::---';

export async function bufferOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** True for the calls that blobs do not know; everything else goes to Azurite unchanged. */
export function isLakeCall(method: string, url: URL, headers: Record<string, string | undefined>): boolean {
  const query = url.searchParams;
  const depth = url.pathname.split('/').filter(Boolean).length;
  if (method === 'PUT') return (depth > 2 && query.has('resource')) || headers['x-ms-rename-source'] !== undefined;
  if (method === 'PATCH') return true;
  if (method === 'HEAD') return query.get('action') === 'getAccessControl' || query.get('action') === 'getStatus';
  if (method === 'GET') return query.get('resource') === 'filesystem' && depth > 1;
  return method === 'DELETE' && query.has('recursive') && depth > 2;
}

const blockId = (position: number): string => Buffer.from(String(position).padStart(16, '0')).toString('base64');

/** Everything at or below a path. */
async function below(container: ContainerClient, path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const blob of container.listBlobsFlat({ prefix: path })) if (blob.name === path || blob.name.startsWith(`${path}/`)) names.push(blob.name);
  return names;
}

async function rename(service: BlobServiceClient, call: LakeCall, container: ContainerClient, path: string): Promise<LakeAnswer> {
  const source = decodeURIComponent(call.headers['x-ms-rename-source']!.split('?')[0]!).split('/').filter(Boolean);
  // Clients name the source with the account in front for addresses of the form host/account/….
  if (source[0] === call.account) source.shift();
  const [system = '', ...rest] = source;
  const from = service.getContainerClient(system);
  const names = await below(from, rest.join('/'));
  if (!names.length) throw new LakeError(404, 'SourcePathNotFound', 'The source path for a rename operation does not exist.');
  for (const name of names) {
    const blob = from.getBlobClient(name);
    const { metadata = {}, contentType } = await blob.getProperties();
    await container.getBlockBlobClient(path + name.slice(rest.join('/').length)).uploadData(await blob.downloadToBuffer(), { metadata, blobHTTPHeaders: contentType ? { blobContentType: contentType } : {} });
    await blob.delete();
  }
  return { status: 201 };
}

async function create(call: LakeCall, container: ContainerClient, path: string): Promise<LakeAnswer> {
  const isDirectory = call.url.searchParams.get('resource') === 'directory';
  const made = await container.getBlockBlobClient(path).upload('', 0, { metadata: isDirectory ? FOLDER : {}, conditions: call.headers['if-none-match'] === '*' ? { ifNoneMatch: '*' } : {} });
  return { status: 201, headers: { ...(made.etag ? { etag: made.etag } : {}), 'last-modified': (made.lastModified ?? new Date()).toUTCString() } };
}

/** Appends are staged as blocks named by their position, so that nothing is kept in memory between append and flush. */
async function append(call: LakeCall, container: ContainerClient, path: string): Promise<LakeAnswer> {
  const data = await call.body();
  await container.getBlockBlobClient(path).stageBlock(blockId(Number(call.url.searchParams.get('position'))), data, data.length);
  return { status: 202 };
}

async function flush(call: LakeCall, container: ContainerClient, path: string): Promise<LakeAnswer> {
  const blob = container.getBlockBlobClient(path);
  const { contentLength = 0, metadata = {}, contentType } = await blob.getProperties();
  const { committedBlocks = [], uncommittedBlocks = [] } = await blob.getBlockList('all');
  const blocks = [...committedBlocks, ...uncommittedBlocks].map(({ name, size }) => ({ name, size }));
  // A file that came in one piece has no blocks: it becomes the first one.
  if (contentLength > 0 && !committedBlocks.length) {
    await blob.stageBlock(blockId(0), await blob.downloadToBuffer(), contentLength);
    blocks.unshift({ name: blockId(0), size: contentLength });
  }
  const unique = [...new Map(blocks.map((block) => [block.name, block])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (unique.reduce((sum, block) => sum + block.size, 0) !== Number(call.url.searchParams.get('position'))) throw new LakeError(400, 'InvalidFlushPosition', 'The uploaded data is not contiguous or the position query parameter value is not equal to the length of the file after appending the uploaded data.');
  const type = call.headers['x-ms-content-type'] ?? contentType;
  const done = await blob.commitBlockList(unique.map(({ name }) => name), { metadata, blobHTTPHeaders: type ? { blobContentType: type } : {} });
  return { status: 200, headers: { ...(done.etag ? { etag: done.etag } : {}), 'last-modified': (done.lastModified ?? new Date()).toUTCString() } };
}

/** Access lists are kept as metadata, in hexadecimal because of the colons. */
async function setAccess(call: LakeCall, container: ContainerClient, path: string): Promise<LakeAnswer> {
  const blob = container.getBlobClient(path);
  const { metadata = {} } = await blob.getProperties();
  const acl = call.headers['x-ms-acl'];
  await blob.setMetadata({ ...metadata, ...(acl ? { sandbox_acl: Buffer.from(acl).toString('hex') } : {}), ...(call.headers['x-ms-owner'] ? { sandbox_owner: call.headers['x-ms-owner'] } : {}) });
  return { status: 200 };
}

async function getAccess(container: ContainerClient, path: string): Promise<LakeAnswer> {
  const { metadata = {} } = path ? await container.getBlobClient(path).getProperties() : {};
  const acl = metadata['sandbox_acl'] ? Buffer.from(metadata['sandbox_acl'], 'hex').toString() : DEFAULT_ACL;
  return { status: 200, headers: { 'x-ms-owner': metadata['sandbox_owner'] ?? '$superuser', 'x-ms-group': '$superuser', 'x-ms-permissions': 'rwxr-x---', 'x-ms-acl': acl } };
}

async function list(call: LakeCall, container: ContainerClient): Promise<LakeAnswer> {
  const query = call.url.searchParams;
  const directory = query.get('directory');
  const prefix = directory ? `${directory.replace(/\/$/, '')}/` : '';
  const recursive = query.get('recursive') === 'true';
  const paths = new Map<string, object>();
  const entry = (name: string, more: object): void => void paths.set(name, { name, owner: '$superuser', group: '$superuser', ...more });
  let found = prefix === '';
  for await (const blob of container.listBlobsFlat({ prefix: directory ?? '', includeMetadata: true })) {
    if (blob.name === directory) found = true;
    if (!blob.name.startsWith(prefix)) continue;
    found = true;
    const parts = blob.name.slice(prefix.length).split('/');
    const modified = (blob.properties.lastModified ?? new Date()).toUTCString();
    // Directories that nobody made, but that hold something, are there too.
    for (let depth = 1; depth < parts.length; depth += 1) {
      const name = prefix + parts.slice(0, depth).join('/');
      if ((recursive || depth === 1) && !paths.has(name)) entry(name, { isDirectory: 'true', contentLength: '0', lastModified: modified, permissions: 'rwxr-x---' });
    }
    if (!recursive && parts.length > 1) continue;
    const isDirectory = blob.metadata?.['hdi_isfolder'] === 'true';
    entry(blob.name, { ...(isDirectory ? { isDirectory: 'true' } : {}), contentLength: String(blob.properties.contentLength ?? 0), lastModified: modified, etag: blob.properties.etag, permissions: isDirectory ? 'rwxr-x---' : 'rw-r-----' });
  }
  if (!found) throw new LakeError(404, 'PathNotFound', 'The specified path does not exist.');
  return { status: 200, body: { paths: [...paths.values()] } };
}

async function remove(container: ContainerClient, path: string, recursive: boolean): Promise<LakeAnswer> {
  const names = await below(container, path);
  if (!names.length) throw new LakeError(404, 'PathNotFound', 'The specified path does not exist.');
  if (names.length > 1 && !recursive) throw new LakeError(409, 'DirectoryNotEmpty', 'The recursive query parameter value must be true to delete a non-empty directory.');
  for (const name of names) await container.deleteBlob(name);
  return { status: 200 };
}

/** Answers one Data Lake call; errors have Azure's codes. */
export async function answerLakeCall(call: LakeCall): Promise<LakeAnswer> {
  const { credential, endpoint, url } = call;
  const service = 'key' in credential ? new BlobServiceClient(endpoint, new StorageSharedKeyCredential(call.account, credential.key)) : new BlobServiceClient(`${endpoint}?${credential.sas}`);
  // One client has a bug: renaming drops the account from the address; the source header still names it.
  const all = decodeURIComponent(url.pathname).split('/').filter(Boolean);
  const [system = '', ...rest] = all[0] === call.account ? all.slice(1) : all;
  const container = service.getContainerClient(system);
  const path = rest.join('/');
  const action = url.searchParams.get('action');
  try {
    if (call.headers['x-ms-rename-source']) return await rename(service, call, container, path);
    if (call.method === 'PUT') return await create(call, container, path);
    if (call.method === 'GET') return await list(call, container);
    if (call.method === 'HEAD') return await getAccess(container, path);
    if (call.method === 'DELETE') return await remove(container, path, url.searchParams.get('recursive') === 'true');
    if (action === 'append') return await append(call, container, path);
    if (action === 'flush') return await flush(call, container, path);
    if (action === 'setAccessControl' || action === 'setAccessControlRecursive') return await setAccess(call, container, path);
    throw new LakeError(400, 'UnsupportedQueryParameter', `The action '${action ?? ''}' is not supported.`);
  } catch (error) {
    const known = error instanceof LakeError ? error : error instanceof RestError ? new LakeError(error.statusCode ?? 500, error.code ?? 'InternalError', error.message) : undefined;
    if (!known) throw error;
    const code = { BlobAlreadyExists: 'PathAlreadyExists', BlobNotFound: 'PathNotFound', ContainerNotFound: 'FilesystemNotFound' }[known.code] ?? known.code;
    return { status: known.status, headers: { 'x-ms-error-code': code }, body: { error: { code, message: known.message } } };
  }
}

