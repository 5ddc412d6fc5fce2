import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { errorLine, RappelError } from '../shared/errors.js';
import { isText, readBytes } from '../vault/files.js';
import { imageInfo } from '../vault/images.js';
import { hasImageName, isMarkdown } from '../vault/kinds.js';
import { hasControlCharacter, ROOT, showPath } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';

const SCHEME = 'vault:///';
const PAGE = 100;
const MOST_BYTES = 6_000_000;

export const RESOURCE_TEMPLATE = {
  uriTemplate: `${SCHEME}{+path}`,
  name: 'vault-file',
  title: 'A file of the vault',
  description: 'Any file of the memory by its path, like vault:///projects/startup-x/state.md',
};

/** `vault/projects/x.md` or the path below the vault, as an address. */
export function uriOf(path: string): string {
  const inside = path.startsWith('vault/') ? path.slice('vault/'.length) : path;
  return SCHEME + inside.split('/').map(encodeURIComponent).join('/');
}

/** One page of all files, in the order of the tree; the cursor is the last path that was shown. */
export function listResources(vault: Vault, cursor: string | undefined): ListResourcesResult {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const files = [...filesOf(vault)];
  const start = after === null ? 0 : startAfter(files, after);
  const page = files.slice(start, start + PAGE);
  const isLast = start + PAGE >= files.length;
  return {
    resources: page.map((path) => describe(vault, path)),
    ...(!isLast && { nextCursor: Buffer.from(page.at(-1)!).toString('base64url') }),
  };
}

/** The text of a file as it is, or an image; everything else is not found, also what lies outside the vault. */
export function readResource(vault: Vault, uri: string): ReadResourceResult {
  const place = placeOf(vault, uri);
  if (place.kind !== 'file') throw new ResourceNotFoundError(uri);
  if (place.stats!.size > MOST_BYTES) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${place.shown} is larger than 6 MB; call read`);
  }
  const bytes = readBytes(place);
  const mimeType = mimeTypeOf(place.path, () => bytes);
  if (isText(bytes)) return { contents: [{ uri, mimeType, text: bytes.toString('utf8') }] };
  return { contents: [{ uri, mimeType, blob: bytes.toString('base64') }] };
}

/** The paths that start like this, folders first named by their slash; at most 100. */
export function completePath(
  vault: Vault,
  typed: string,
): { values: string[]; total: number; hasMore: boolean } {
  const wanted = typed.toLowerCase();
  const found = [...filesOf(vault)].filter((path) => path.toLowerCase().startsWith(wanted));
  const loose =
    found.length > 0 ? found : [...filesOf(vault)].filter((path) => path.toLowerCase().includes(wanted));
  return { values: loose.slice(0, 100), total: loose.length, hasMore: loose.length > 100 };
}

function* filesOf(vault: Vault): Generator<string> {
  for (const { kind, path } of walk(vault.root, vault.root, ROOT, () => {})) {
    if (kind === 'file' && !hasControlCharacter(path)) yield path;
  }
}

/** After the file named by the cursor; where it is gone, from where it would stand. */
function startAfter(files: readonly string[], after: string): number {
  const at = files.indexOf(after);
  if (at !== -1) return at + 1;
  const next = files.findIndex((path) => path > after);
  return next === -1 ? files.length : next;
}

function describe(vault: Vault, path: string): Resource {
  const { stats } = vault.resolve(path);
  return {
    uri: uriOf(path),
    name: showPath(path),
    mimeType: mimeTypeOf(path),
    ...(stats && { size: stats.size, annotations: { lastModified: stats.mtime.toISOString() } }),
  };
}

function placeOf(vault: Vault, uri: string) {
  if (!uri.startsWith(SCHEME)) throw new ResourceNotFoundError(uri);
  try {
    return vault.resolve(decodeURIComponent(uri.slice(SCHEME.length)));
  } catch (error) {
    if (error instanceof RappelError && error.code === 'outside_vault')
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
  if (hasImageName(path)) return (bytes && imageInfo(bytes())?.mediaType) ?? imageTypeByName(path);
  if (path.toLowerCase().endsWith('.txt')) return 'text/plain';
  return bytes !== undefined && isText(bytes()) ? 'text/plain' : 'application/octet-stream';
}

function imageTypeByName(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`;
}
