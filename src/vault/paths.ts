import { RappelError } from '../shared/errors.js';
import type { Reason } from '../words/message.js';

/**
 * A path inside the vault, normalised: segments joined by `/`, in Unicode NFC, without the leading `vault/`; the
 * vault itself is the empty string. Two functions make one from text and refuse every form that could lead
 * elsewhere: `parsePath` for what a person or a model wrote, `recordedPath` for what a file contains. `locate`
 * checks again.
 */
export type VaultPath = string & { readonly __brand: 'VaultPath' };

export const ROOT = '' as VaultPath;

/** Parses a path as people and models write it. Throws `outside_vault` for every form that could lead elsewhere. */
export function parsePath(input: string): VaultPath {
  if (input === '') {
    throw new RappelError('invalid_input', 'path.empty');
  }
  const path = input.normalize('NFC');
  const problem = problemOf(path);
  if (problem !== null) throw refused(input, problem);
  return joinSegments(input, stripPrefix(path));
}

/**
 * Parses a path from a record: a tree of the history, a journal, the queue, an archive. It is relative to the
 * vault, so nothing is stripped (`vault/x.md` is a file in a folder named vault). Accepts every name the disk can
 * hold, so everything recorded can be read back. Throws `outside_vault` for a path that leads elsewhere and for
 * anything but text, because records may come from another person's folder or archive.
 */
export function recordedPath(path: unknown): VaultPath {
  const found = typeof path === 'string' ? visiblePath(path.replace(/(?<!^)\/+$/, '')) : null;
  if (found === null) throw refused(String(path), 'path.outside');
  return found;
}

/** The same for a name reported by the system, below a folder of the vault; null if it is not part of the vault. */
export function visiblePath(name: string): VaultPath | null {
  const path = name.normalize('NFC') as VaultPath;
  return leadsElsewhere(path) ? null : path;
}

/**
 * True if the spelling of a path leads out of the vault or to something hidden in it, on this system: empty
 * segments (an absolute path starts with one) and segments that start with a dot. Windows also splits at a
 * backslash and gives a colon a meaning; macOS ignores some characters, so a hidden name can look visible.
 */
export function leadsElsewhere(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return path !== '' && (platform === process.platform ? ELSEWHERE : elsewhereOn(platform)).test(path);
}

function elsewhereOn(platform: NodeJS.Platform): RegExp {
  if (platform === 'win32') return /(?:^|\/)(?:\.|\/|$)|[\0\\:]/;
  if (platform === 'darwin') return /(?:^|\/)(?:[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]*\.|\/|$)|\0/;
  return /(?:^|\/)(?:\.|\/|$)|\0/;
}

const ELSEWHERE = elsewhereOn(process.platform);

function joinSegments(input: string, path: string): VaultPath {
  const segments = path.split('/').filter((segment) => segment !== '');
  for (const segment of segments) {
    if (segment === '..') throw refused(input, 'path.outside');
    if (segment.startsWith('.')) throw refused(input, 'path.hidden');
  }
  if (/^[a-z]:/i.test(segments[0] ?? '')) throw refused(input, 'path.drive');
  return segments.join('/') as VaultPath;
}

/** `vault/projects/x.md`; a folder ends in `/`. */
export function showPath(path: string, kind: 'file' | 'folder' = 'file'): string {
  if (path === '') return 'vault/';
  return `vault/${path}${kind === 'folder' ? '/' : ''}`;
}

export function joinPath(folder: VaultPath, name: string): VaultPath {
  return (folder === '' ? name : `${folder}/${name}`) as VaultPath;
}

/** The first `count` segments of a path. */
export function firstSegments(path: VaultPath, count: number): VaultPath {
  return path.split('/').slice(0, count).join('/') as VaultPath;
}

/** True for the folder itself and everything in it. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Whether a path is at or below one of many: as many steps as it has folders. */
export function isAtOrBelowAny(path: string, places: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (places.has(at)) return true;
  return places.has('');
}

/** The project that a file belongs to; the path may begin with `vault/`. */
export function projectOf(path: string): string | null {
  return /^(?:vault\/)?projects\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The item of the inbox that a path is, or is in. */
export function inboxItemOf(path: string): string | null {
  return /^inbox\/([^/]+)/.exec(path)?.[1] ?? null;
}

/** A path after `from` was moved to `to`; null if the path is neither `from` nor below it. */
export function movedPath(path: VaultPath, from: VaultPath, to: VaultPath): VaultPath | null {
  if (!isAtOrBelow(path, from)) return null;
  return (to + path.slice(from.length)) as VaultPath;
}

/** Compares code points in NFC: the order of every list of names. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === length ? a.length - b.length : rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** UTF-16 order, except that surrogates stand for characters above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Characters that can't be part of one line: replaced in a shown name, refused in a path. */
export function hasControlCharacter(name: string): boolean {
  return CONTROL.test(name);
}

export function printable(text: string): string {
  return CONTROL.test(text) ? text.replaceAll(new RegExp(CONTROL, 'gu'), '\uFFFD') : text;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

type PathProblem = Exclude<Extract<Reason, `path.${string}`>, 'path.not_one'>;

function problemOf(path: string): PathProblem | null {
  if (path.includes('\0')) return 'path.nul';
  if (hasControlCharacter(path)) return 'path.control';
  if (/\p{Surrogate}/u.test(path)) return 'path.half_character';
  if (path.includes('\\')) return 'path.backslash';
  if (path.startsWith('/')) return 'path.absolute';
  return null;
}

function stripPrefix(path: string): string {
  const relative = path === '.' ? '' : path.startsWith('./') ? path.slice(2) : path;
  if (relative === 'vault') return '';
  return relative.startsWith('vault/') ? relative.slice('vault/'.length) : relative;
}

function refused(input: string, problem: PathProblem): RappelError {
  return new RappelError('outside_vault', problem, { path: printable(input) });
}
