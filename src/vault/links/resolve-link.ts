import type { VaultPath } from '../paths.js';
import type { Link } from './find-links.js';
import type { NoteNames } from './note-names.js';

/** The file that a link of the note at `from` names; null where there is none. */
export function resolveLink(
  { kind, address }: Pick<Link, 'kind' | 'address'>,
  from: string,
  names: Pick<NoteNames, 'find' | 'has'>,
): VaultPath | null {
  if (kind === 'wiki') return names.find(address, from);
  const path = pathOfLink({ kind, address }, from);
  return path !== null && names.has(path) ? (path as VaultPath) : null;
}

/** The path that a link with a path names, whether there is a file or not; null outside of the vault. */
export function pathOfLink({ kind, address }: Pick<Link, 'kind' | 'address'>, from: string): string | null {
  return kind === 'path' ? address.slice('vault/'.length) : pathOf(address, from);
}

/** The path that a Markdown link names, from the folder of its note or from the root; null outside of the vault. */
function pathOf(address: string, from: string): string | null {
  const written = decodedAddress(address.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, ''));
  const fromRoot = /^(?:\/|vault\/)/.exec(written)?.[0];
  const parts = fromRoot === undefined ? from.split('/').slice(0, -1) : [];
  for (const part of written.slice(fromRoot?.length ?? 0).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/').normalize('NFC');
}

/** The text itself where it is not encoded. */
export function decodedAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
