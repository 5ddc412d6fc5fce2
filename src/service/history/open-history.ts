import { dirname, join } from 'node:path';
import { indexFile } from '../../search/cache-folder.js';
import type { Clock } from '../../shared/clock.js';
import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import { createPathTable, type PathTable } from '../../vault/path-table.js';
import { isAtOrBelow, ROOT, type VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../locks/lock.js';
import { checkStateFormat, ensureStateFormat } from '../state/state-format.js';
import { noteRewrite } from '../state/sync-setting.js';
import { differences, readSmall } from './differences.js';
import { readMessage } from './entry.js';
import { git, gitOutput, hasGit } from './git.js';
import type { History, HistoryEntry, RecordedPlace, Version } from './history.js';
import { noEntry } from './no-entry.js';
import { readBlobs, readChanges, readNamed, readTree } from './objects.js';
import type { Repository } from './private-git-dir.js';
import { record } from './record.js';
import { createRecorded, type Recorded } from './recorded.js';
import { rewriteHistory } from './rewrite.js';
import { type HistoryStore, openStore } from './store.js';
import { separated } from './stream-reader.js';
import { trimHistory } from './trim.js';
import { createTrust } from './trust.js';

/** The history with git, if git is installed. */
export async function openHistory(vault: Vault, paths = createPathTable()): Promise<History> {
  checkStateFormat(vault.root, ['history.git']);
  if (!(await hasGit())) return createNoHistory();
  const cache = dirname(indexFile(vault.root, process.env));
  return createGitHistory({ ...vault, paths, checkedFile: join(cache, 'history-checked') });
}

/** The history without git: changes are not recorded, and every method says why. Deleted files stay in the trash. */
export function createNoHistory(): History {
  const refuse = async (): Promise<never> => {
    throw noHistory();
  };
  return {
    available: false,
    record: async () => null,
    list: refuse,
    entries: refuse,
    newestAt: async () => null,
    oldest: refuse,
    find: refuse,
    diff: refuse,
    versions: refuse,
    async *changes(ids) {
      for (const _ of ids) yield await refuse();
    },
    async *read(versions) {
      for (const _ of versions) yield await refuse();
    },
    async *readAt(places) {
      for await (const _ of places) yield await refuse();
    },
    filesAt: refuse,
    current: async () => new Map(),
    unrecorded: async () => null,
    lastKnown: async () => new Map(),
    lineage: async () => ({ otherNames: [], movedTo: [], versions: [] }),
    holders: async () => [],
    purge: async () => {},
    trim: async () => ({ bytes: 0, dropped: 0, until: null }),
  };
}

function noHistory(): RappelError {
  return new RappelError('io', 'history.no_git');
}

/**
 * The history in its own git directory inside `.rappel/`; no working tree, no index, never the user's repository.
 * `checkedFile` records up to where it was checked, outside the vault; `paths` are those that others know too.
 */
export function createGitHistory(deps: {
  root: string;
  clock: Clock;
  checkedFile?: string;
  paths?: PathTable;
}): History {
  const { root, clock, paths } = deps;
  const store = openStore(root);
  const recorded = createRecorded({ root, store, paths, trust: createTrust(deps.checkedFile ?? null) });

  const log = createEntryLog(recorded);

  /** For operations that change the history. */
  const locked = <T>(work: () => Promise<T>) =>
    withLock(root, 'history', () => {
      ensureStateFormat(root, ['history.git']);
      store.prepare();
      return work();
    });

  async function commitBefore(time: Date) {
    const repository = await recorded.repository();
    if (repository.head === null) return { repository, commit: null };
    const args = ['rev-list', '-1', `--before=${Math.floor(time.getTime() / 1000)}`, repository.head];
    return { repository, commit: textOfOutput(await git(repository, args)).trim() || null };
  }

  return {
    available: true,
    record: (request) => locked(() => record({ root, clock, recorded }, request)),
    ...createGitEntries(recorded, log),
    async versions(id) {
      for await (const files of this.changes([id])) return files;
      return [];
    },
    async *changes(ids) {
      const { repository, byId } = await log();
      const commits: string[] = [];
      for (const id of ids) {
        const { commit, entry } = byId.get(id) ?? (await commitOf(log, id));
        // In a trimmed history, the content before the oldest entry is unknown, not empty.
        if (entry.source === 'trim' || repository.shallow.includes(commit)) throw tooOld(id);
        commits.push(commit);
      }
      for await (const { changes } of readChanges(repository, commits)) yield changes;
    },
    async filesAt(moment) {
      const { repository, commit } =
        'id' in moment ? await commitOf(log, moment.id) : await commitBefore(moment.time);
      return commit === null ? new Map() : readTree(repository, commit);
    },
    current: async () => (await recorded.tree()).blobs.copy(),
    async *read(versions) {
      yield* readBlobs(await recorded.repository(), versions);
    },
    async *readAt(places) {
      const { repository, byId } = await log();
      yield* readNamed(repository, namesOf(places, byId));
    },
    async unrecorded(signal) {
      const { repository, blobs } = await recorded.tree();
      if (repository.head === null) return null;
      const { changed, deleted } = await differences(root, [ROOT], blobs, signal);
      return [...changed, ...deleted];
    },
    async lastKnown(paths) {
      const { repository, blobs } = await recorded.tree();
      const found = new Map<VaultPath, Bytes>();
      const others: VaultPath[] = [];
      for (const path of paths.filter((each) => blobs.has(each))) {
        // Most files are as they were recorded: git is not asked for those.
        const place = tryLocate(root, path);
        const bytes = place?.kind === 'file' ? readSmall(place.target) : null;
        if (bytes !== null && blobId(bytes) === blobs.get(path)) found.set(path, bytes);
        else others.push(path);
      }
      const ids = others.map((path) => blobs.get(path)!);
      let at = 0;
      for await (const bytes of readBlobs(repository, ids)) found.set(others[at++]!, bytes);
      return found;
    },
    async lineage(path) {
      const repository = await recorded.repository();
      if (repository.head === null) return { otherNames: [], movedTo: [], versions: [] };
      const found = await findLineage(repository, repository.head, path);
      const versions = new Set(found.lives.flatMap((life) => [...life.versions]));
      return { otherNames: otherNames(found, path), movedTo: found.movedTo, versions: [...versions] };
    },
    async holders(versions) {
      const repository = await recorded.repository();
      const paths = new Set<VaultPath>();
      if (repository.head === null || versions.size === 0) return [];
      const { out } = await git(repository, ['rev-list', repository.head]);
      for await (const { changes } of readChanges(repository, out.toString('latin1').trim().split('\n')))
        for (const { path, before, after } of changes)
          if (versions.has(before ?? '') || versions.has(after ?? '')) paths.add(path);
      return [...paths];
    },
    purge: (path) =>
      locked(async () => {
        noteRewrite(root);
        recorded.replaced(await purgeFromHistory(store, await recorded.repository(), path));
      }),
    trim: (request) =>
      locked(async () => {
        if (!request.dryRun) noteRewrite(root);
        const { head, ...report } = await trimHistory(
          store,
          await recorded.repository(),
          clock.now(),
          request,
        );
        recorded.replaced(head);
        return report;
      }),
  };
}

/** As git names a file of a commit. */
async function* namesOf(
  places: AsyncIterable<RecordedPlace>,
  byId: ReadonlyMap<string, { commit: string }>,
): AsyncGenerator<string> {
  for await (const { id, path } of places) {
    const commit = byId.get(id)?.commit ?? NO_COMMIT;
    // Names are asked for line by line.
    yield path.includes('\n') ? NO_COMMIT : `${commit}:${path}`;
  }
}

const NO_COMMIT = '0'.repeat(40);

function tooOld(id: string): RappelError {
  return new RappelError('no_match', 'undo.too_old', { id });
}

/**
 * Rewrites every entry without a path and without its files under their other names. Entries with nothing else
 * disappear; the others keep their ids. Returns the newest commit.
 */
async function purgeFromHistory(
  store: HistoryStore,
  repository: Repository,
  path: VaultPath,
): Promise<string | null> {
  if (repository.head === null) return null;
  const lineage = await findLineage(repository, repository.head, path);
  const names = [path, ...otherNames(lineage, path)];
  return rewriteHistory(store, repository, (commit) => {
    const isPurged = wasPartOf(lineage, path, lineage.numbers.get(commit.id) ?? -1);
    const changes = commit.changes.filter((change) => !isPurged(change.path));
    if (changes.length === 0 && commit.entry.source !== 'trim') return null;
    const files = commit.entry.files.filter((file) => !isPurged(file.path));
    let { reason } = commit.entry;
    for (const name of names) reason = reason.replaceAll(name, '(purged)');
    return { ...commit, changes, entry: { ...commit.entry, files, reason } };
  });
}

/** Names outside the path that its files had. */
function otherNames({ lives }: Lineage, path: VaultPath): VaultPath[] {
  return [...new Set(lives.map((life) => life.path))].filter((name) => !isAtOrBelow(name, path));
}

/** A name may have belonged to another file before and after: only the life that belongs to the path counts. */
function wasPartOf({ lives }: Lineage, path: VaultPath, number: number): (file: string) => boolean {
  const names = new Set<string>(
    lives.filter(({ born, died }) => born <= number && number <= died).map((l) => l.path),
  );
  return (file) => isAtOrBelow(file, path) || names.has(file);
}

/** Reads the entries of the history. */
type Entries = Pick<History, 'list' | 'oldest' | 'entries' | 'newestAt' | 'find' | 'diff'>;

function createGitEntries(recorded: Recorded, log: EntryLog): Entries {
  return {
    async list({ path, limit }) {
      const repository = await recorded.repository();
      if (repository.head === null) return [];
      const where = path === undefined || path === ROOT ? [] : ['--', `:(literal)${path}`];
      const args = ['log', '-z', '--format=%B', `--max-count=${limit}`, repository.head, ...where];
      return textOfOutput(await git(repository, args))
        .split('\0')
        .filter(Boolean)
        .map(readMessage);
    },
    async oldest() {
      const repository = await recorded.repository();
      if (repository.head === null) return null;
      const args = ['log', '--format=%B', '--max-parents=0', repository.head];
      return readMessage(textOfOutput(await git(repository, args)));
    },
    entries: async () => [...(await log()).byId.values()].map(({ entry }) => entry),
    async newestAt({ head, time }) {
      const logged = [...(await log()).byId.values()];
      const known = logged.findIndex(({ commit }) => commit === head);
      const until = localTimestamp(time);
      const at =
        known === -1 && head !== null ? logged.findLastIndex(({ entry }) => entry.time <= until) : known;
      return logged[at]?.entry ?? null;
    },
    find: async (id) => (await commitOf(log, id)).entry,
    async diff(id) {
      const { repository, commit, entry } = await commitOf(log, id);
      if (entry.source === 'trim') return '';
      // Only the last line end goes: an empty line of context belongs to its hunk.
      return textOfOutput(await git(repository, ['show', ...DIFF_OPTIONS, commit])).replace(/\n$/, '');
    },
  };
}

/** Throws `not_found`. */
async function commitOf(log: EntryLog, id: string) {
  const { repository, byId } = await log();
  const found = byId.get(id);
  if (found !== undefined) return { repository, ...found };
  throw noEntry(id);
}

function textOfOutput({ out }: { out: Buffer }): string {
  return out.toString('utf8');
}

const DIFF_OPTIONS = [
  '--format=',
  '--no-color',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--root',
  '-U2',
];

/** A file under one name, from the commit that created it to the one that ended it. */
interface Life {
  path: VaultPath;
  born: number;
  /** Infinity while the file exists. */
  died: number;
  first: Version;
  last: Version;
  versions: Set<Version>;
}

interface Lineage {
  /** Every life at or below the path, and under other names of those files. */
  lives: Life[];
  /** Where files of the path were moved to and still are. */
  movedTo: VaultPath[];
  /** The commits by their id, numbered from the oldest. */
  numbers: ReadonlyMap<string, number>;
}

/**
 * Follows the files of a path through their renames: what git detects as one within a commit, or the same content
 * that disappeared under one name and appeared under another, in any entries.
 */
async function findLineage(repository: Repository, head: string, path: VaultPath): Promise<Lineage> {
  const { out } = await git(repository, ['rev-list', '--reverse', head]);
  const commits = out.toString('latin1').trim().split('\n');
  const numbers = new Map(commits.map((commit, number) => [commit, number]));
  const all = await readLives(repository, commits);
  const { earlier, later } = await linkLives(repository, numbers, all);

  const lastOf = new Map(all.map((life) => [life.path, life]));
  const found = new Set(all.filter((life) => isAtOrBelow(life.path, path)));
  const movedTo = new Set<VaultPath>();
  // A set can grow during iteration: added items are visited too.
  for (const life of found) {
    for (const before of earlier.get(life) ?? []) found.add(before);
    // A reused name is only followed back: its earlier file is a different one.
    if (lastOf.get(life.path) !== life) continue;
    for (const after of later.get(life) ?? []) {
      if (after.died === Number.POSITIVE_INFINITY && !isAtOrBelow(after.path, path)) movedTo.add(after.path);
      else found.add(after);
    }
  }
  return { lives: [...found], movedTo: [...movedTo], numbers };
}

async function readLives(repository: Repository, commits: readonly string[]): Promise<Life[]> {
  const all: Life[] = [];
  const current = new Map<VaultPath, Life>();
  let number = 0;
  for await (const { changes } of readChanges(repository, commits)) {
    for (const { path, after } of changes) {
      let life = current.get(path);
      if (after === null) {
        if (life !== undefined) life.died = number;
        current.delete(path);
        continue;
      }
      if (life === undefined) {
        const versions = new Set<Version>();
        life = { path, born: number, died: Number.POSITIVE_INFINITY, first: after, last: after, versions };
        all.push(life);
        current.set(path, life);
      }
      life.last = after;
      life.versions.add(after);
    }
    number++;
  }
  return all;
}

type Links = Map<Life, Set<Life>>;

async function linkLives(
  repository: Repository,
  numbers: ReadonlyMap<string, number>,
  all: readonly Life[],
): Promise<{ earlier: Links; later: Links }> {
  const earlier: Links = new Map();
  const later: Links = new Map();
  const link = (before: Life | undefined, after: Life | undefined) => {
    if (before === undefined || after === undefined || before.path === after.path) return;
    earlier.set(after, (earlier.get(after) ?? new Set()).add(before));
    later.set(before, (later.get(before) ?? new Set()).add(after));
  };
  const ended = new Map<Version, Life[]>();
  for (const life of all) {
    if (life.died === Number.POSITIVE_INFINITY || life.last === EMPTY) continue;
    ended.set(life.last, [...(ended.get(life.last) ?? []), life]);
  }
  for (const life of all) for (const before of ended.get(life.first) ?? []) link(before, life);
  const births = new Map(all.map((life) => [`${life.born} ${life.path}`, life]));
  const deaths = new Map(all.map((life) => [`${life.died} ${life.path}`, life]));
  for await (const { number, from, to } of renames(repository, numbers))
    link(deaths.get(`${number} ${from}`), births.get(`${number} ${to}`));
  return { earlier, later };
}

/** The id of empty content, which unrelated files share. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

async function* renames(repository: Repository, numbers: ReadonlyMap<string, number>) {
  const args = ['diff-tree', '--stdin', '-r', '-z', '-M', '--raw', '--diff-filter=R'];
  const commits = Buffer.from([...numbers.keys()].map((commit) => `${commit}\n`).join(''));
  const fields = separated(gitOutput(repository, args, commits));
  let number = 0;
  for await (const field of fields) {
    if (!field.startsWith(':')) {
      number = numbers.get(field)!;
      continue;
    }
    const from: string = (await fields.next()).value;
    const to: string = (await fields.next()).value;
    yield { number, from, to };
  }
}

interface LoggedEntry {
  commit: string;
  entry: HistoryEntry;
}

type EntryLog = ReturnType<typeof createEntryLog>;

/** All entries by their id, oldest first; read again only when the head has moved. */
function createEntryLog(recorded: Recorded) {
  let known: { head: string | null; byId: ReadonlyMap<string, LoggedEntry> } = {
    head: null,
    byId: new Map(),
  };

  return async (): Promise<{ repository: Repository; byId: ReadonlyMap<string, LoggedEntry> }> => {
    const repository = await recorded.repository();
    const { head } = repository;
    if (head !== known.head)
      known = { head, byId: head === null ? new Map() : await readLog(repository, head) };
    return { repository, byId: known.byId };
  };
}

async function readLog(repository: Repository, head: string): Promise<Map<string, LoggedEntry>> {
  const { out } = await git(repository, ['log', '-z', '--reverse', '--format=%H%n%B', head]);
  const byId = new Map<string, LoggedEntry>();
  for (const text of out.toString('utf8').split('\0').filter(Boolean)) {
    const entry = readMessage(text);
    byId.set(entry.id, { commit: text.slice(0, text.indexOf('\n')), entry });
  }
  return byId;
}
