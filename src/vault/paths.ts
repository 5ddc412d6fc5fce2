import { RappelError } from '../shared/errors.js';

/**
 * A path inside the vault, normalised: segments joined by `/`, in Unicode NFC, without the leading `vault/`; the
 * vault itself is the empty string. Two functions make one from a text, and both refuse every form that could lead
 * elsewhere: `parsePath` for what a person or a model wrote, `recordedPath` for what a file says.
 */
export type VaultPath = string & { readonly __brand: 'VaultPath' };

export const ROOT = '' as VaultPath;

/** Reads a path as people and models write it. Throws `outside_vault` for every form that could lead elsewhere. */
export function parsePath(input: string): VaultPath {
  if (input === '') {
    throw new RappelError('invalid_input', 'the path is empty; the whole vault is vault/');
  }
  const path = input.normalize('NFC');
  refuseProblems(input, path);
  return joinSegments(input, stripPrefix(path));
}

/**
 * Reads a path from a record: a tree of the history, a journal, the queue, an archive. It is relative to the vault, so
 * nothing is stripped (`vault/x.md` is a file in a folder named vault). Throws `outside_vault` like `parsePath`, also
 * for anything that is not text: records may come from a folder or an archive that somebody else made.
 */
export function recordedPath(path: unknown): VaultPath {
  if (typeof path !== 'string') throw refused(String(path), 'is not a path');
  refuseProblems(path, path);
  return joinSegments(path, path.normalize('NFC'));
}

function refuseProblems(input: string, path: string): void {
  const problem = problemOf(path);
  if (problem !== null) throw refused(input, problem);
}

function joinSegments(input: string, path: string): VaultPath {
  const segments = path.split('/').filter((segment) => segment !== '');
  for (const segment of segments) {
    if (segment === '..') throw refused(input, 'leads outside the vault');
    if (segment.startsWith('.'))
      throw refused(input, 'names that start with a dot are not part of the vault');
  }
  if (/^[a-z]:/i.test(segments[0] ?? '')) throw refused(input, 'drive letters are not part of the vault');
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

/** Code points, in NFC: the order of every list of names. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === length ? a.length - b.length : rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** UTF-16 order, but surrogates stand for characters above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A name that can't stand on one line: shown with the offending characters replaced, and refused as a path. */
export function hasControlCharacter(name: string): boolean {
  return CONTROL.test(name);
}

export function printable(text: string): string {
  return CONTROL.test(text) ? text.replaceAll(new RegExp(CONTROL, 'gu'), '\uFFFD') : text;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function problemOf(path: string): string | null {
  if (path.includes('\0')) return 'holds a NUL character';
  if (hasControlCharacter(path)) return 'holds a control character';
  if (/\p{Surrogate}/u.test(path)) return 'holds half a Unicode character';
  if (path.includes('\\')) return 'holds a backslash; folders are separated by /';
  if (path.startsWith('/')) return 'is absolute; paths start at the vault';
  return null;
}

function stripPrefix(path: string): string {
  const relative = path === '.' ? '' : path.startsWith('./') ? path.slice(2) : path;
  if (relative === 'vault') return '';
  return relative.startsWith('vault/') ? relative.slice('vault/'.length) : relative;
}

function refused(input: string, problem: string): RappelError {
  return new RappelError('outside_vault', problem, {
    path: printable(input),
    hint: 'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.',
  });
}
