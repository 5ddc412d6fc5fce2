import { join } from 'node:path';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { sortInTurns } from '../../shared/sort-in-turns.js';
import { blobId } from '../../vault/blob-id.js';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import { compareNames, isAtOrBelowAny, ROOT, type VaultPath } from '../../vault/paths.js';
import { locate } from '../../vault/resolve.js';
import { readSyncSetting } from '../state/sync-setting.js';
import {
  createRecordedNames,
  type Differences,
  differences,
  isRecorded,
  MOST_FILE_BYTES,
  readSmall,
} from './differences.js';
import { messageParts } from './entry.js';
import { quote } from './exported-commits.js';
import { git } from './git.js';
import type {
  ChangedFile,
  Contents,
  HistoryEntry,
  RecordRequest,
  Source,
  Version,
  Versions,
} from './history.js';
import { BRANCH } from './private-git-dir.js';
import type { Recorded } from './recorded.js';

/** Records the files at `paths` as one entry, and unrecorded earlier edits as another one before it. */
export async function record(
  deps: { root: string; clock: Clock; recorded: Recorded },
  given: RecordRequest,
): Promise<HistoryEntry | null> {
  const { root, recorded } = deps;
  const request = byRecordedNames(root, given);
  await recordBeginning(deps, request);
  if (request.before !== undefined)
    await recordContents(deps, { source: 'outside', signal: request.signal }, request.before);
  const { contents } = request;
  if (typeof contents === 'function') return recordContents(deps, request, await contents());
  if (contents !== undefined) return recordContents(deps, request, contents);
  const { blobs } = await recorded.tree();
  const { written = new Map<VaultPath, Bytes>() } = request;
  const found = await differences(root, request.paths, blobs, request.signal);
  for (const path of written.keys()) for (const set of [found.changed, found.deleted]) set.delete(path);
  for (const path of unrecorded(written, blobs).changed) found.changed.add(path);
  if (found.changed.size + found.deleted.size === 0) return null;
  const read = (path: VaultPath) => written.get(path) ?? readSmall(locate(root, path).target);
  const entry = { ...request, reason: request.reason ?? describe(found) };
  return commit(deps, await firstEntry(recorded, entry), found, read);
}

/** What was read and written through a link belongs to the file that it leads to. */
function byRecordedNames(root: string, request: RecordRequest): RecordRequest {
  const { before, written, contents } = request;
  const nameOf = createRecordedNames(root);
  const renamed = <Value>(files: ReadonlyMap<VaultPath, Value>) => {
    const others = [...files.keys()].filter((path) => nameOf(path) !== path);
    if (others.length === 0) return files;
    const own = new Map(files);
    for (const path of others) own.delete(path);
    return new Map([...others.map((path) => [nameOf(path), files.get(path)!] as const), ...own]);
  };
  return {
    ...request,
    ...(before !== undefined && { before: renamed(before) }),
    ...(written !== undefined && { written: renamed(written) }),
    ...(typeof contents === 'object' && { contents: renamed(contents) }),
    ...(typeof contents === 'function' && { contents: async () => renamed(await contents()) }),
  };
}

async function recordContents(
  deps: { root: string; clock: Clock; recorded: Recorded },
  request: Omit<RecordRequest, 'paths'>,
  contents: Contents,
): Promise<HistoryEntry | null> {
  const found = unrecorded(contents, (await deps.recorded.tree()).blobs);
  if (found.changed.size + found.deleted.size === 0) return null;
  const entry = { ...request, reason: request.reason ?? describe(found) };
  return commit(deps, await firstEntry(deps.recorded, entry), found, (path) => contents.get(path) ?? null);
}

/**
 * A history begins with the vault as it was before the first change of it: what that change did not touch is as it was,
 * and what it did is known from `before`.
 */
async function recordBeginning(
  deps: { root: string; clock: Clock; recorded: Recorded },
  request: RecordRequest,
): Promise<void> {
  const { repository, blobs } = await deps.recorded.tree();
  const isSavedOver = request.source === 'outside' && request.contents !== undefined;
  if (repository.head !== null || request.source === 'init') return;
  if (request.source === 'outside' && !isSavedOver) return;
  const contents = typeof request.contents === 'function' ? undefined : request.contents;
  const before: Contents = (isSavedOver ? contents : request.before) ?? new Map();
  const found = await differences(deps.root, [ROOT], blobs, request.signal);
  const touched = new Set<string>([
    ...request.paths,
    ...(request.written?.keys() ?? []),
    ...(contents?.keys() ?? []),
  ]);
  for (const path of found.changed) if (isAtOrBelowAny(path, touched)) found.changed.delete(path);
  for (const path of unrecorded(before, blobs).changed) found.changed.add(path);
  if (found.changed.size === 0) return;
  const read = (path: VaultPath) => before.get(path) ?? readSmall(locate(deps.root, path).target);
  await commit(deps, { ...BEGINNING, signal: request.signal }, found, read);
}

const BEGINNING = { source: 'init', reason: 'Created the vault' } as const;

type Described = Omit<RecordRequest, 'paths' | 'reason'> & { reason: string };

/** What is there before anything was recorded was not edited: the history begins with it. */
async function firstEntry(recorded: Recorded, entry: Described): Promise<Described> {
  const { repository } = await recorded.tree();
  if (entry.source !== 'outside' || repository.head !== null) return entry;
  return { ...entry, ...BEGINNING };
}

async function commit(
  { root, clock, recorded }: { root: string; clock: Clock; recorded: Recorded },
  request: Described,
  { changed, deleted }: Differences,
  read: (path: VaultPath) => Bytes | Version | null,
): Promise<HistoryEntry> {
  const { repository, blobs } = await recorded.tree();
  const files = await sortInTurns(changedFiles(root, changed, deleted, blobs), (a, b) =>
    compareNames(a.path, b.path),
  );
  const now = clock.now();
  const machine = readSyncSetting(root)?.machine.name;
  const author = authorOf(request);
  const entry: HistoryEntry = {
    id: request.id ?? newId(),
    time: localTimestamp(now),
    source: request.source,
    reason: request.reason,
    input: request.input ?? null,
    files,
    ...(request.undoes !== undefined && { undoes: request.undoes }),
    ...(request.partly && { partly: true }),
    ...(request.wall !== undefined && { wall: request.wall }),
    ...(machine !== undefined && { machine }),
    ...(author !== null && { author }),
  };
  const written = recorded.written();
  const readOnce = (path: VaultPath) => {
    const content = read(path);
    if (content !== null) written.set(path, versionIn(content));
    return content;
  };
  const checkLast = () => {
    if (request.isOthers?.()) throw new RappelError('busy', 'file.being_changed');
  };
  const { head } = await git(repository, ['fast-import', '--quiet', '--done', '--date-format=raw'], {
    input: commitStream({ parent: repository.head, entry, now, changed, deleted, read: readOnce, checkLast }),
    signal: request.signal,
  });
  recorded.advance(head!, blobs, { written, deleted });
  return entry;
}

function* changedFiles(
  root: string,
  changed: ReadonlySet<VaultPath>,
  deleted: ReadonlySet<VaultPath>,
  blobs: Versions,
): Generator<ChangedFile> {
  for (const path of deleted) {
    const isLink = fileSystem.lstat(join(root, path))?.isSymbolicLink() === true;
    yield { path, change: 'deleted', ...(isLink && { link: true }) };
  }
  for (const path of changed) yield { path, change: blobs.has(path) ? 'changed' : 'added' };
}

/** An edit from outside is found during a request of someone, but is not theirs. */
function authorOf({ source, author }: Described): string | null {
  if (author !== undefined) return author;
  return ASKED_FOR.includes(source) ? (currentAsker()?.name ?? null) : null;
}

const ASKED_FOR: readonly Source[] = ['page', 'tool', 'undo', 'restore', 'import'];

/** Content that was never recorded. */
function unrecorded(contents: Contents, blobs: Versions): Differences {
  const found: Differences = { changed: new Set(), deleted: new Set() };
  for (const [path, content] of contents) {
    if (!isRecorded(path)) continue;
    if (content === null && blobs.has(path)) found.deleted.add(path);
    if (content === null || content.length > MOST_FILE_BYTES) continue;
    if (versionIn(content) !== blobs.get(path)) found.changed.add(path);
  }
  return found;
}

function versionIn(content: Bytes | Version): Version {
  return typeof content === 'string' ? content : blobId(content);
}

function describe({ changed, deleted }: Differences): string {
  const [first] = [...changed, ...deleted];
  const count = changed.size + deleted.size;
  return count === 1
    ? `${changed.size === 1 ? 'Edited' : 'Deleted'} vault/${first}`
    : `Edited ${count} files`;
}

interface CommitRequest {
  parent: string | null;
  entry: HistoryEntry;
  now: Date;
  changed: Iterable<VaultPath>;
  deleted: Iterable<VaultPath>;
  /** The content of a changed file; null leaves it as it was. */
  read(path: VaultPath): Bytes | Version | null;
  /** Throws if there shall be no commit after all; called when everything is read. */
  checkLast(): void;
}

/**
 * One commit in the format of `git fast-import --done`: a single process, and the branch moves in one step, only if
 * the stream reached its end. In pieces: at most one file is in memory.
 */
function* commitStream(request: CommitRequest): Generator<Buffer> {
  const { parent, entry, now } = request;
  yield line(`commit ${BRANCH}`);
  yield line(`committer Rappel <rappel@localhost> ${Math.floor(now.getTime() / 1000)} +0000`);
  yield* message(entry);
  if (parent !== null) yield line(`from ${parent}`);
  // Deletions first: a file may take the place of a folder.
  for (const path of request.deleted) yield line(`D ${quote(path)}`);
  for (const path of request.changed) {
    const content = request.read(path);
    if (content === null) continue;
    const isVersion = typeof content === 'string';
    yield line(`M 100644 ${isVersion ? content : 'inline'} ${quote(path)}`);
    if (!isVersion) yield* data(content);
  }
  request.checkLast();
  yield line('\ndone');
}

function line(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

/** Ends with a marker line, which can't occur in the message because the id is new: the length is not known in advance. */
function* message(entry: HistoryEntry): Generator<Buffer> {
  const end = `end-of-${entry.id}`;
  yield line(`data <<${end}`);
  for (const part of messageParts(entry)) yield Buffer.from(part);
  yield line(end);
}

function* data(bytes: Buffer): Generator<Buffer> {
  yield line(`data ${bytes.length}`);
  yield bytes;
  yield line('');
}
