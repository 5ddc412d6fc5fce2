import { isMarkdown } from '../kinds.js';
import type { VaultPath } from '../paths.js';
import { findLinks, type Link } from './find-links.js';
import type { NoteNames } from './note-names.js';
import { resolveLink } from './resolve-link.js';

type Names = Pick<NoteNames, 'find' | 'has'>;

/** A move: the names before and after it, and where each file is then. */
export interface LinkMove {
  before: Names;
  after: Names;
  moved(path: VaultPath): VaultPath;
}

/**
 * The text of the note at `path`, with links that still lead to the same files after a move. Changes only the addresses of
 * links that would lead elsewhere; heading, alias and every other byte stay. `count` says how many links changed.
 */
export function rewriteLinks(
  text: string,
  path: VaultPath,
  { before, after, moved }: LinkMove,
): { text: string; count: number } {
  const pieces: string[] = [];
  let at = 0;
  let count = 0;
  for (const link of findLinks(text)) {
    const target = resolveLink(link, path, before);
    if (target === null) continue;
    const [note, wanted] = [moved(path), moved(target)];
    const leadsThere = (address: string) => resolveLink({ ...link, address }, note, after) === wanted;
    if (leadsThere(link.address)) continue;
    const address = addressesOf(link, note, wanted).find(leadsThere) ?? asWikiLink(link, wanted);
    if (address === null) continue;
    pieces.push(text.slice(at, link.start), address);
    at = link.start + link.address.length;
    count++;
  }
  return { text: count === 0 ? text : pieces.join('') + text.slice(at), count };
}

/** How a link may name a file, the form most like the present one first. */
function addressesOf({ kind, address, isBracketed }: Link, note: string, target: string): string[] {
  if (kind === 'path') return [`vault/${target}`].filter((path) => findLinks(path)[0]?.address === path);
  const root = /^(?:\/|vault\/)/.exec(address)?.[0];
  if (kind === 'wiki') {
    const path = isMarkdown(target) && !/\.md$/i.test(address) ? target.replace(/\.md$/i, '') : target;
    // `|`, `#` and brackets have a meaning inside a link.
    if (/[[\]|#]/.test(path)) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    return address.includes('/') ? [(root ?? '') + path, path, `/${path}`] : [name, path, `/${path}`];
  }
  const way = root === undefined ? relativePath(note, target) : root + target;
  const start = address.startsWith('./') && !way.startsWith('.') ? './' : '';
  const shown = start + way + (address.endsWith('/') ? '/' : '');
  return [isBracketed ? shown.replaceAll(/[%<>#?]/g, escaped) : shown.replaceAll(/[\s%<>()#?\\]/g, escaped)];
}

/** A path in plain words ends at the first space: one with a space becomes a link in brackets. */
function asWikiLink({ kind }: Link, target: string): string | null {
  return kind === 'path' && !/[[\]|#]/.test(target) ? `[[/${target.replace(/\.md$/i, '')}]]` : null;
}

function relativePath(note: string, target: string): string {
  const [from, to] = [note.split('/').slice(0, -1), target.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
