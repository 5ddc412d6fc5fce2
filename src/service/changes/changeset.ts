import { closeSync, existsSync, lstatSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { currentAsker } from '../../shared/asker.js';
import { ioError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { isSelf, lifeOf, ownIdentity } from '../../shared/process-identity.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import {
  fsyncSync,
  ftruncateSync,
  makeFolder,
  openToWrite,
  removeFile,
  renameSync,
  writeAllSync,
} from '../../vault/disk.js';
import { removeEmptyFolders } from '../../vault/empty-folders.js';
import { type Bytes, isText, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { relationOf } from '../../vault/same-file.js';
import { stateFolder, trashAddress } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import type { RecordRequest, Source } from '../history/history.js';
import { textVersion } from '../history/replace-content.js';
import { historyHead } from '../history/store.js';
import { writeDurably } from '../state/durable.js';
import { parseStored, storedPath } from '../state/stored-fields.js';

/*
 * A changeset is a run of changes that the history gets as one entry. Its file in `.rappel/changes/` holds what each place held before, and
 * is on the disk before the first of them changes. Then the files change, then `made` says that all of them did, then the history gets the
 * entry, with the id of the changeset, then the file goes. `recoverChanges` does the rest for a process that ended in between.
 */

/** A change of the vault, before it happens. `made` is the highest folder that it creates, if any. */
export type PlannedChange =
  | {
      kind: 'save';
      path: VaultPath;
      before: Bytes | null;
      /** Identifies the new content regardless of its stamps; null where the file is removed. */
      after: string | null;
      made?: VaultPath | undefined;
    }
  | { kind: 'move'; from: VaultPath; to: VaultPath; made?: VaultPath | undefined }
  /** Into this batch of the trash. */
  | { kind: 'remove'; path: VaultPath; batch: string };

/** The entry of the history that a changeset becomes. */
export type ChangesetEntry = Pick<RecordRequest, 'input' | 'undoes' | 'partly' | 'wall' | 'author'> & {
  source: Exclude<Source, 'outside' | 'init' | 'trim'>;
  reason: string;
};

/**
 * What becomes of a changeset whose process ended before everything was changed: it is rolled back, or what is changed is kept, as an entry with
 * the reason it began with, or somebody who knows `plan` finishes it.
 */
export type Ending =
  | { unfinished?: 'roll back' | 'keep' }
  | { unfinished: 'finish'; plan: { do: string; [field: string]: unknown } };

export type Changeset = ReturnType<typeof beginChangeset>;

/** Nothing is written before the first change, or before `ready`. */
export function beginChangeset(root: string, entry: ChangesetEntry, ending: Readonly<Ending> = {}) {
  const id = newId();
  const began = Date.now();
  const header: Header = {
    id,
    owner: ownIdentity(),
    head: historyHead(root),
    entry: { author: currentAsker()?.name ?? null, ...entry },
    ...ending,
  };
  const address = join(folderOf(root), `${String(began).padStart(15, '0')}-${id}${ENDING}`);
  let waiting: string[] = [];
  let file: number | null = null;
  running.add(id);
  const beat = setInterval(() => renew(address), RENEW_MS);
  beat.unref();

  function append(lines: readonly string[]): void {
    const bytes = Buffer.from(lines.join(''));
    try {
      if (file === null) {
        stateFolder(root);
        makeFolder(folderOf(root));
        writeDurably(address, bytes);
        file = openToWrite(address, 'a');
      } else {
        writeAllSync(file, bytes);
        fsyncSync(file);
      }
    } catch (error) {
      throw ioError(error, address);
    }
  }

  /** What it does to the disk is done: a later process finds what is left. */
  function leave(): void {
    clearInterval(beat);
    running.delete(id);
    if (file !== null) closeSync(file);
    file = null;
  }

  function done(): void {
    const isThere = file !== null;
    leave();
    if (isThere) removeFile(address);
  }

  return {
    id,
    /** A change that is about to happen. `again`: the one of this file that was told last did not happen; this one replaces it. */
    tell(change: PlannedChange, again = false): void {
      waiting.push(lineOf({ ...toStored(change), ...(again && { again }) }));
    },
    /** What was told is on the disk when this returns: now it may happen. */
    ready(): void {
      const lines = [...(file === null ? [lineOf(header)] : []), ...waiting];
      waiting = [];
      if (file === null || lines.length > 0) append(lines);
    },
    /** All of it has happened: from here on it is never rolled back. `reason` is what the history calls it now. */
    made(reason = header.entry.reason): void {
      if (file !== null) append([lineOf({ kind: 'made', reason })]);
    },
    /** The history has it, or nothing was changed. */
    done,
    /** Runs what has it recorded under this id. What could not be recorded is left for later. */
    async commit<Result>(record: (id: string) => Promise<Result>): Promise<Result> {
      try {
        const result = await record(id);
        done();
        return result;
      } catch (error) {
        leave();
        throw error;
      }
    },
    /** Somebody else records or takes back what it changed. */
    leave,
    /** Returns the files that were changed meanwhile, which stay. One that must be finished is left for that. */
    rollBack(vault: Vault): string[] {
      const isThere = file !== null && header.unfinished !== 'finish';
      leave();
      return isThere ? rollBack(vault, address) : [];
    },
  };
}

/** Of this process. */
const running = new Set<string>();

const ENDING = '.jsonl';

function folderOf(root: string): string {
  return join(root, '.rappel', 'changes');
}

/** A line that was cut off is ended by the one that follows it. */
function lineOf(value: object): string {
  return `\n${JSON.stringify(value)}`;
}

type Header = z.infer<typeof headerSchema>;

const text = z.string();
const headerSchema = z.object({
  id: text,
  owner: z.object({ pid: z.number(), machine: text, birth: text.nullable(), host: text }),
  /** The newest commit of the history when it began. */
  head: text.nullable(),
  entry: z.object({
    source: z.enum(['update', 'page', 'tool', 'undo', 'restore', 'import', 'sync']),
    reason: text,
    input: text.nullish(),
    undoes: text.optional(),
    partly: z.boolean().optional(),
    wall: text.optional(),
    author: text.nullable(),
  }),
  unfinished: z.enum(['roll back', 'keep', 'finish']).optional(),
  plan: z.record(text, z.unknown()).optional(),
});

const made = storedPath().optional();
const again = z.literal(true).optional();

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('save'),
    path: storedPath(),
    before: z.union([text, z.object({ base64: text })]).nullable(),
    after: text.nullable(),
    made,
    again,
  }),
  z.object({ kind: z.literal('move'), from: storedPath(), to: storedPath(), made, again }),
  z.object({ kind: z.literal('remove'), path: storedPath(), batch: text, again }),
  z.object({ kind: z.literal('made'), reason: text }),
]);

type StoredLine = z.infer<typeof lineSchema>;
type StoredChange = Exclude<StoredLine, { kind: 'made' }>;

function toStored(change: PlannedChange): StoredChange {
  if (change.kind !== 'save' || change.before === null) return change as StoredChange;
  const { before } = change;
  return {
    ...change,
    before: isText(before) ? before.toString('utf8') : { base64: before.toString('base64') },
  };
}

function fromStored(change: StoredChange): PlannedChange {
  if (change.kind !== 'save' || change.before === null) return change as PlannedChange;
  const { before } = change;
  return {
    ...change,
    before: typeof before === 'string' ? Buffer.from(before) : Buffer.from(before.base64, 'base64'),
  };
}

function pathOf(change: PlannedChange | StoredChange): VaultPath {
  return change.kind === 'move' ? change.to : change.path;
}

/** A changeset as a later process finds it. */
export interface LeftChangeset extends Header {
  address: string;
  changes: PlannedChange[];
  isMade: boolean;
}

/** Those that nobody works on any more, oldest first. */
export function leftChangesets(root: string): LeftChangeset[] {
  return changesetsIn(root).filter(isLeft);
}

/** The updates with changes that the history does not have yet. */
export function unrecordedUpdates(root: string): Set<string> {
  return new Set(
    changesetsIn(root).flatMap(({ entry }) => (entry.source === 'update' ? (entry.input ?? []) : [])),
  );
}

function changesetsIn(root: string): LeftChangeset[] {
  return namesIn(folderOf(root))
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .flatMap((name) => readChangeset(join(folderOf(root), name)) ?? []);
}

/** Null for a file that Rappel did not write, or that is gone. */
function readChangeset(address: string): LeftChangeset | null {
  const [first = '', ...lines] = (readOrNull(address) ?? '').split('\n').slice(1);
  const header = parseStored(headerSchema, first);
  if (header === null) return null;
  const found = placed(lines);
  const ended = found.findLast(({ line }) => line.kind === 'made')?.line;
  return {
    ...header,
    entry: { ...header.entry, ...(ended?.kind === 'made' && { reason: ended.reason }) },
    address,
    changes: changesIn(found).map(({ change }) => change),
    isMade: ended !== undefined,
  };
}

interface Placed {
  line: StoredLine;
  /** Where it begins, counted from the end of the header. */
  offset: number;
}

/** The lines that are whole, and that Rappel wrote. */
function placed(lines: readonly string[]): Placed[] {
  const found: Placed[] = [];
  let offset = 0;
  for (const json of lines) {
    const line = parseStored(lineSchema, json);
    if (line !== null) found.push({ line, offset });
    offset += Buffer.byteLength(json) + 1;
  }
  return found;
}

function changesIn(found: readonly Placed[]): { change: PlannedChange; offset: number }[] {
  const changes: { change: PlannedChange; offset: number }[] = [];
  for (const { line, offset } of found) {
    if (line.kind === 'made') continue;
    const superseded = line.again
      ? changes.findLastIndex(({ change }) => pathOf(change) === pathOf(line))
      : -1;
    if (superseded >= 0) changes.splice(superseded, 1);
    changes.push({ change: fromStored(line), offset });
  }
  return changes;
}

const RENEW_MS = 5_000;
/** One of a process that can't be asked, and that was not renewed for this long, is left. */
const FORGOTTEN_MS = 60_000;

function isLeft({ id, owner, address }: LeftChangeset): boolean {
  if (isSelf(owner)) return !running.has(id);
  const life = lifeOf(owner);
  if (life !== 'unknown') return life === 'gone';
  const stats = statSync(address, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > FORGOTTEN_MS;
}

function renew(address: string): void {
  try {
    utimesSync(address, new Date(), new Date());
  } catch {
    // Nothing was changed yet, or the disk can't be written.
  }
}

/**
 * Rolls back every change, the last one first. A file that was changed after it stays and is named in the result. May be interrupted and
 * repeated: the file of the changeset loses each change as soon as it is rolled back.
 */
export function rollBack(vault: Vault, address: string): string[] {
  const [first = '', ...lines] = (readOrNull(address) ?? '').split('\n').slice(1);
  const begin = Buffer.byteLength(first) + 1;
  const left: string[] = [];
  const file = openToWrite(address, 'r+');
  try {
    for (const { change, offset } of changesIn(placed(lines)).reverse()) {
      if (!takeBack(vault, change)) left.push(showPath(pathOf(change)));
      ftruncateSync(file, begin + offset);
    }
  } finally {
    closeSync(file);
  }
  removeFile(address);
  return left;
}

/** False if the file is neither what the change made nor what was there before. */
function takeBack(vault: Vault, change: PlannedChange): boolean {
  if (change.kind === 'remove') {
    const trashed = trashAddress(vault.root, change.batch, change.path);
    return !existsSync(trashed) || rename(trashed, vault.locate(change.path).entry);
  }
  const isBack =
    change.kind === 'move'
      ? rename(vault.locate(change.to).entry, vault.locate(change.from).entry)
      : takeBackSave(vault, change);
  if (isBack && change.made !== undefined) removeEmptyFolders(vault.root, pathOf(change), change.made);
  return isBack;
}

function takeBackSave(
  vault: Vault,
  { path, before, after }: Extract<PlannedChange, { kind: 'save' }>,
): boolean {
  const place = vault.locate(path);
  if (place.kind === 'folder' || place.kind === 'other') return false;
  const now = place.kind === 'missing' ? null : readBytes(place);
  const version = textVersion(now);
  if (version === textVersion(before)) return true;
  if (version !== after) return false;
  if (before === null) removeFile(place.target);
  else writeIfUnchanged(place, now, before);
  return true;
}

/** Moves an entry back unless its place is taken; does nothing if it is already back. */
function rename(from: string, to: string): boolean {
  if (!isThere(from)) return isThere(to);
  if (isThere(to)) {
    // The move was killed between its two steps and left both names of the file.
    const isHalfDone = relationOf(from, to) === 'hardlinks';
    if (isHalfDone) removeFile(from);
    return isHalfDone;
  }
  makeFolder(dirname(to));
  renameSync(from, to);
  return true;
}

/** True also for a link that leads nowhere. */
function isThere(entry: string): boolean {
  return lstatSync(entry, { throwIfNoEntry: false }) !== undefined;
}
