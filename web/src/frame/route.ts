import { encodePath } from '../api/file-address.js';

/** Every view of the page. */
export type Route =
  | { view: 'home' }
  | { view: 'file'; path: string }
  | { view: 'activity'; id: string | null }
  | { view: 'inbox'; item: string | null }
  | { view: 'history'; id: string | null }
  | { view: 'settings' }
  | { view: 'import' }
  | { view: 'health' }
  | { view: 'sessions' }
  | { view: 'consent'; uid: string }
  | { view: 'lost' };

export function routeOf(pathname: string): Route {
  const [view, ...rest] = decoded(pathname.replace(/^\/|\/$/g, '')).split('/');
  const below = rest.join('/') || null;
  if (view === '') return { view: 'home' };
  // Without a path it is the vault itself.
  if (view === 'file') return { view, path: below ?? '' };
  if (view === 'activity') return { view, id: below };
  if (view === 'inbox') return { view, item: below };
  if (view === 'history') return { view, id: below };
  if (view === 'consent' && below !== null) return { view, uid: below };
  const isWhole = view === 'settings' || view === 'import' || view === 'health' || view === 'sessions';
  if (isWhole && below === null) return { view };
  return { view: 'lost' };
}

/**
 * The address of a file or folder; `lines` is `9-14` or `9`, of several ranges the first counts. Takes paths with or without
 * `vault/`.
 */
export function fileHref(path: string, lines: string | null = null): string {
  const inVault = path.replace(/^vault\//, '').replace(/\/$/, '');
  if (inVault === '' || inVault === 'vault') return '/file/';
  return `/file/${encodePath(inVault)}${lines === null ? '' : hashOf(lines)}`;
}

function hashOf(lines: string): string {
  const [first, last] = lines.split(',')[0]!.split('-');
  return last === undefined || last === first ? `#L${first}` : `#L${first}-L${last}`;
}

/** `#L9-L14` as a range of lines; null where the hash says something else. */
export function rangeOf(hash: string): LineRange | null {
  const match = /^#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash);
  if (match === null) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first === 0 ? null : { first: Math.min(first, last), last: Math.max(first, last) };
}

/** `#next-steps` as a name; null where there is none. */
export function anchorOf(hash: string): string | null {
  return hash.length > 1 ? decoded(hash.slice(1)) : null;
}

/** Lines of a whole file, from 1, both ends included. */
export interface LineRange {
  first: number;
  last: number;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
