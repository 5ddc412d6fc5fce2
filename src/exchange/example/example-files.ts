import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Bytes, isText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { parsePath, ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { stamp } from '../../vault/stamp.js';
import type { Language } from '../../words/language.js';
import { exampleShift, shiftDates } from './shift-dates.js';

/** The example memory in the package, as it was written. */
export function exampleVault(language: Language): string {
  const name = language === 'fr' ? 'vault' : 'vault-en';
  return fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
}

export interface ExampleOptions {
  language: Language;
  /** The day on which it is opened. */
  now: Date;
}

/** The files of the example, as if their author had written the last one within a week of `now`. */
export function exampleFiles({ language, now }: ExampleOptions): Map<VaultPath, Bytes> {
  const days = exampleShift(now);
  const folder = exampleVault(language);
  const files = new Map<VaultPath, Bytes>();
  for (const { kind, path, address } of walk(folder, folder, ROOT)) {
    if (kind !== 'file' || path === GENERATED) continue;
    files.set(parsePath(shiftDates(path, days)), shiftedFile(readFileSync(address), days));
  }
  return files;
}

/** Made by the service itself. */
export const GENERATED = 'tree.md';

/** Its stamps are moved with the rest, and its tokens counted anew. */
function shiftedFile(bytes: Bytes, days: number): Bytes {
  if (!isText(bytes)) return bytes;
  const text = shiftDates(bytes.toString('utf8'), days);
  const { yaml } = splitFrontmatter(text);
  const [created, updated] = [fieldOf(yaml, 'created'), fieldOf(yaml, 'updated')];
  return Buffer.from(created === null || updated === null ? text : stamp(text, { created, updated }));
}
