import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Memory } from '../memory/memory.js';
import type { ListedFile } from '../operations/files.js';
import { errorLine, RappelError } from '../shared/errors.js';
import { isText } from '../vault/files.js';
import { imageInfo } from '../vault/images.js';
import { imageTypeOf, isMarkdown } from '../vault/kinds.js';
import { hasControlCharacter } from '../vault/paths.js';

const SCHEME = 'vault:///';
const ANSWERS = 'answer:///';
const PAGE = 100;
const MOST_BYTES = 6_000_000;

export const RESOURCE_TEMPLATE = {
  uriTemplate: `${SCHEME}{+path}`,
  name: 'vault-file',
  title: 'A file of the vault',
  description: 'Any file of the memory by its path, like vault:///projects/startup-x/state.md',
};

/** Why an answer shows what it shows. Its id is in `_meta` of `search`. */
export const ANSWER_TEMPLATE = {
  uriTemplate: 'answer:///{id}',
  name: 'answer-receipt',
  title: 'How an answer came about',
  description:
    'The receipt of an answer of search, by its id or `last`: stages, candidates, why each passage was taken and others were not',
  mimeType: 'application/json',
};

/** `vault/projects/x.md` or the path below the vault, as an address. */
export function uriOf(path: string): string {
  const inside = path.startsWith('vault/') ? path.slice('vault/'.length) : path;
  return SCHEME + inside.split('/').map(encodeURIComponent).join('/');
}

/** One page of all files, in the order of the tree; the cursor is the last path shown. */
export async function listResources(
  memory: Memory,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const files = await filesOf(memory);
  const start = after === null ? 0 : startAfter(files, after);
  const page = files.slice(start, start + PAGE);
  const isLast = start + PAGE >= files.length;
  return {
    resources: page.map(describe),
    ...(!isLast && { nextCursor: Buffer.from(page.at(-1)!.path).toString('base64url') }),
  };
}

/** The content of a text file or an image; everything else is `not_found`, including paths outside the vault. */
export async function readResource(memory: Memory, uri: string): Promise<ReadResourceResult> {
  if (uri.startsWith(ANSWERS)) return readReceipt(memory, uri);
  const path = pathOf(uri);
  const bytes = await read(memory, path, uri);
  const mimeType = mimeTypeOf(path, () => bytes);
  if (isText(bytes)) return { contents: [{ uri, mimeType, text: bytes.toString('utf8') }] };
  return { contents: [{ uri, mimeType, blob: bytes.toString('base64') }] };
}

async function readReceipt({ run }: Memory, uri: string): Promise<ReadResourceResult> {
  try {
    const receipt = await run('answers/explain', { id: decoded(uri, ANSWERS) });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(receipt) }] };
  } catch (error) {
    if (error instanceof RappelError && error.code === 'not_found') throw new ResourceNotFoundError(uri);
    throw error;
  }
}

/** At most 100 paths that start like this, folders first, with a trailing slash. */
export async function completePath(
  memory: Memory,
  typed: string,
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const wanted = typed.toLowerCase();
  const paths = (await filesOf(memory)).map(({ path }) => path.slice('vault/'.length));
  const found = paths.filter((path) => path.toLowerCase().startsWith(wanted));
  const loose = found.length > 0 ? found : paths.filter((path) => path.toLowerCase().includes(wanted));
  return { values: loose.slice(0, 100), total: loose.length, hasMore: loose.length > 100 };
}

async function filesOf(memory: Memory): Promise<ListedFile[]> {
  return (await memory.run('files/list')).files.filter(({ path }) => !hasControlCharacter(path));
}

/** After the file of the cursor; if it is gone, from where it would be. */
function startAfter(files: readonly ListedFile[], after: string): number {
  const at = files.findIndex(({ path }) => path === after);
  if (at !== -1) return at + 1;
  const next = files.findIndex(({ path }) => path > after);
  return next === -1 ? files.length : next;
}

function describe({ path, size, modified }: ListedFile): Resource {
  const annotations = { lastModified: modified };
  return { uri: uriOf(path), name: path, mimeType: mimeTypeOf(path), size, annotations };
}

function pathOf(uri: string): string {
  if (!uri.startsWith(SCHEME)) throw new ResourceNotFoundError(uri);
  return decoded(uri, SCHEME);
}

function decoded(uri: string, scheme: string): string {
  try {
    return decodeURIComponent(uri.slice(scheme.length));
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

async function read(memory: Memory, path: string, uri: string): Promise<Buffer> {
  try {
    return await memory.run('files/bytes', { path, most_bytes: MOST_BYTES });
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    if (error.code === 'outside_vault' || error.code === 'invalid_input')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorLine(error), { uri });
    throw new ResourceNotFoundError(uri);
  }
}

function decodeCursor(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString('utf8');
  if (path === '' || Buffer.from(path).toString('base64url') !== cursor)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `cursor: got ${JSON.stringify(cursor.slice(0, 80))}, expected the nextCursor of a page`,
    );
  return path;
}

function mimeTypeOf(path: string, bytes?: () => Buffer): string {
  if (isMarkdown(path)) return 'text/markdown';
  const image = imageTypeOf(path);
  if (image !== null) return (bytes && imageInfo(bytes())?.media_type) ?? image;
  if (path.toLowerCase().endsWith('.txt')) return 'text/plain';
  return bytes !== undefined && isText(bytes()) ? 'text/plain' : 'application/octet-stream';
}
