import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { ImportItem } from '../../src/exchange/import/item.js';
import { openSource } from '../../src/exchange/import/open-source.js';
import { tempFolder } from './temp-vault.js';
import { zip } from './zip.js';

export type Files = Record<string, string | Buffer>;

export function folderWith(files: Files, name = 'source'): string {
  const folder = join(tempFolder(), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function zipWith(files: Files, name: string): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, zip(Object.entries(files).map(([path, content]) => ({ name: path, content }))));
  return file;
}

/** What a source brings: its label, its texts and copies by name, their dates, and what it leaves out. */
export async function readSource(path: string) {
  const source = await openSource(path);
  const items: Record<string, string | null> = {};
  const dates: Record<string, string | undefined> = {};
  const skipped: string[] = [];
  for await (const offer of source.offers()) {
    if ('skipped' in offer) skipped.push(offer.from);
    else {
      items[offer.name] = textOf(offer);
      dates[offer.name] = offer.updated?.toISOString();
    }
  }
  source.close?.();
  return { label: source.label, items, dates, skipped };
}

const textOf = ({ content }: ImportItem) => ('text' in content ? content.text : null);

/** The targets of links in a note, as names of the import. */
export function targetsIn(name: string, text: string): string[] {
  return [...text.matchAll(/\]\(<([^>#]*)/g)].map(([, target]) => posix.join(posix.dirname(name), target!));
}
