import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import type { DocumentJob } from './document.js';
import { formatOf, noteName } from './formats.js';

/**
 * Where a link of a document leads after the import: a document that is imported with it becomes a note, so `b.html`
 * becomes `b.md`. Everything else stays as it is.
 */
export function linkAfterImport(url: string, place: DocumentJob['place']): string {
  if (place === null || /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(url)) return url;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const format = formatOf(path);
  if (format === null || format.isKept || !isBeside(path, place)) return url;
  return noteName(path, format) + rest.replace(/^\?[^#]*/, '');
}

/** A file below the imported folder; hidden ones are not imported. */
export function isBeside(path: string, { root, folder }: NonNullable<DocumentJob['place']>): boolean {
  const address = join(folder, decodedAddress(path));
  const below = relative(root, address).split(sep);
  return !below.some((segment) => segment.startsWith('.')) && existsSync(address);
}
