import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  dateOf,
  type JsonRecord,
  listOf,
  parseRecord,
  recordOf,
  textOf,
} from '../../../shared/loose-json.js';
import { mediaTypeOf } from '../../../vault/images.js';
import { imageEnding, imageTypeOf } from '../../../vault/kinds.js';
import { safeName } from '../documents/embedded-files.js';
import type { SkippedItem } from '../item.js';
import { LINK, readSourceFile, readSourceStart, type SourceFile } from '../source-file.js';

/** A file that conversations show: its name there, and its name in the vault. */
export interface ExportFile extends SourceFile {
  label: string;
  name: string;
}

/**
 * The files beside the conversations of an export, also one folder down, by the id with which their names begin:
 * `file-abc123-photo.png`. Newer exports call each of them `file-abc123.dat`, and say elsewhere what it was called.
 */
export function createExportFiles({ root, address }: SourceFile) {
  const files = new Map<string, SourceFile & { given: string }>();
  const links: SkippedItem[] = [];
  const used = new Set<string>();
  const folder = dirname(address);
  const library = readLibrary(root, folder);
  const ownNames = new Map([...library.map(nameOf), ...readNames(root, folder)]);
  const top = readdirSync(folder, { withFileTypes: true });
  const below = top.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  for (const place of [folder, ...below]) {
    for (const entry of place === folder ? top : readdirSync(place, { withFileTypes: true })) {
      const id = /^file[-_][A-Za-z0-9]+/.exec(entry.name)?.[0];
      if (id === undefined) continue;
      if (entry.isFile()) files.set(id, { root, address: join(place, entry.name), given: entry.name });
      else if (entry.isSymbolicLink()) links.push({ from: entry.name, skipped: LINK });
    }
  }

  return {
    links,
    /** Undefined if the export does not contain it. */
    fileOf(id: string): ExportFile | undefined {
      const file = files.get(id);
      if (file === undefined) return undefined;
      used.add(id);
      const { given, ...source } = file;
      const label = labelOf(source, (/\.dat$/i.test(given) && ownNames.get(id)) || given);
      return { ...source, label, name: label.startsWith(id) ? label : safeName(`${id}-${label}`) };
    },
    /** What ChatGPT made in a conversation; the export may lack the message that shows it. */
    madeIn: (conversation: string): { id: string; time: Date | null }[] =>
      library
        .filter((file) => textOf(file.origination_thread_id) === conversation)
        .filter(({ library_artifact_type: type }) => type === 'image' || type === 'report')
        .map((file) => ({ id: textOf(file.file_id), time: dateOf(file.created_at) })),
    /** Those that no conversation asked for. */
    unused: (): SkippedItem[] =>
      [...files]
        .filter(([id]) => !used.has(id))
        .map(([id, { given }]) => ({ from: ownNames.get(id) || given, skipped: NOT_SHOWN })),
  };
}

const NOT_SHOWN = 'no imported message shows it';

/** Files that were uploaded or made, with their names and where they come from. */
function readLibrary(root: string, folder: string): JsonRecord[] {
  const list = textIn(root, join(folder, 'library_files.json'));
  return listOf(parseRecord(`{"files":${list || '[]'}}`)?.files).map(recordOf);
}

function nameOf(file: JsonRecord): [string, string] {
  return [textOf(file.file_id), textOf(file.file_name)];
}

/** The names of files before the export, by id. */
function readNames(root: string, folder: string): [string, string][] {
  const names = parseRecord(textIn(root, join(folder, 'conversation_asset_file_names.json'))) ?? {};
  return Object.entries(names).map(([file, name]) => [file.replace(/\.dat$/i, ''), textOf(name)]);
}

function textIn(root: string, address: string): string {
  return existsSync(address) ? readSourceFile({ root, address }).toString('utf8') : '';
}

/** The name of a file, made safe. An image gets the ending of its type: the export may have given it none, or another. */
function labelOf(file: SourceFile, given: string): string {
  const name = safeName(given);
  const type = mediaTypeOf(readSourceStart(file, 12));
  if (type === null || imageTypeOf(name) === type) return name;
  return `${name.replace(/\.(?:dat|png|jpe?g|gif|webp)$/i, '')}.${imageEnding(type)}`;
}
