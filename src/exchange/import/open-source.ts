import { cpSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { parseRecord } from '../../shared/loose-json.js';
import { compareNames } from '../../vault/paths.js';
import type { ImportSource, Offer, SkippedItem } from './item.js';
import { jsonElements } from './json-elements.js';
import { jsonLines } from './json-lines.js';
import type { FoundFile } from './notes/walk-folder.js';
import { type SourceFile, streamSourceFile } from './source-file.js';
import type { SourceMaterial } from './source-kind.js';
import { SOURCES } from './sources.js';
import { unpackZip, ZIP_NAME } from './zip/unpack-zip.js';

/**
 * Detects the kind of source at a path. Throws if it can't be imported. `named` is where a folder or an archive came from
 * that was copied to this path: by that it is recognised the next time.
 */
export async function openSource(given: string, named: string | null = null): Promise<ImportSource> {
  let path: string;
  try {
    path = realpathSync.native(given);
  } catch {
    throw new RappelError('not_found', 'import.missing', { file: given });
  }
  if (statSync(path).isDirectory()) return openFolder(named ?? path, path);
  return ZIP_NAME.test(path) ? openZip(path, named ?? path) : openFile(path);
}

async function openFile(path: string): Promise<ImportSource> {
  const name = basename(path);
  const file = { name: name.normalize('NFC'), root: dirname(path), address: path };
  if (/\.json$/i.test(name)) return openExport(path, [file]);
  const source = /\.jsonl$/i.test(name) ? await openLog(path, file) : open({ form: 'file', path, file });
  if (source === null) throw unknown(name);
  return source;
}

/** Read from a folder beside; known to be the same by the place of the archive. */
async function openZip(path: string, named: string): Promise<ImportSource> {
  const { folder, skipped, close } = await unpackZip(path);
  try {
    skipped.push(...(await unpackParts(folder)));
    const source = await openFolder(named, folder);
    return {
      ...source,
      close,
      async *offers() {
        yield* source.offers();
        yield* skipped;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Notion packs the parts of an export, ZIP archives themselves, into one: their content belongs together. */
async function unpackParts(folder: string): Promise<SkippedItem[]> {
  const names = readdirSync(folder);
  if (names.length === 0 || !names.every((name) => /\.zip$/i.test(name))) return [];
  const skipped: SkippedItem[] = [];
  for (const name of names) {
    const part = await unpackZip(join(folder, name));
    try {
      rmSync(join(folder, name));
      for (const inside of readdirSync(part.folder))
        cpSync(join(part.folder, inside), join(folder, inside), {
          recursive: true,
          preserveTimestamps: true,
        });
      skipped.push(...part.skipped);
    } finally {
      part.close();
    }
  }
  return skipped;
}

/** `path` is what the user named, `folder` is where its content is. */
async function openFolder(path: string, folder: string): Promise<ImportSource> {
  // What ChatGPT and Claude send, unpacked: everything else in it is the same again in other forms.
  const exported = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^conversations(?:-\d+)?\.json$/.test(entry.name))
    .map(({ name }) => ({ root: folder, address: join(folder, name) }))
    .sort((a, b) => compareNames(a.address, b.address));
  if (exported.length > 0) return openExport(path, exported);
  const source = open({ form: 'folder', path, folder });
  if (source === null) throw unknown(basename(path));
  return source;
}

/** A large export comes in several files: conversations-000.json, conversations-001.json … The first record tells its kind. */
async function openExport(path: string, files: SourceFile[]): Promise<ImportSource> {
  for await (const element of jsonElements(streamSourceFile(files[0]!))) {
    if (element === null) continue;
    const source = open({ form: 'export', path, files, record: parseRecord(element) ?? {} });
    if (source !== null) return source;
    break;
  }
  throw unknown(basename(files[0]!.address));
}

/** Which program wrote a log shows in its first records; null if none of them says so. */
async function openLog(path: string, file: SourceFile): Promise<ImportSource | null> {
  let left = 20;
  for await (const record of jsonLines(file)) {
    if (record === null) continue;
    const source = open({ form: 'log', path, file, record });
    if (source !== null) return source;
    if (--left === 0) break;
  }
  return null;
}

function open(material: SourceMaterial): ImportSource | null {
  const { path } = material;
  for (const { label, names, isComplete, open: openKind } of SOURCES) {
    const offers = openKind(material, readLog);
    if (offers !== null) return { label, path, completeKind: isComplete?.(path) ? names[0]! : null, offers };
  }
  return null;
}

/** A log holds one conversation. */
async function readLog(file: FoundFile): Promise<Offer> {
  if (/(?:^|\/)agent-[^/]*$|(?:^|\/)subagents\//.test(file.name))
    return { from: file.name, skipped: 'the log of a subagent, not of a conversation' };
  const log = await openLog(file.address, file);
  if (log !== null) for await (const offer of log.offers()) return offer;
  return { from: file.name, skipped: 'not a log of Claude Code or Codex' };
}

function unknown(name: string): RappelError {
  return new RappelError('invalid_input', 'import.unknown_type', { type: extname(name) || name });
}
