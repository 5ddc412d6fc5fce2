import { currentAsker } from '../../shared/asker.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { isAtOrBelow } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import type { SavedText } from '../../vault/save-together.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { History, HistoryEntry, RecordRequest } from '../history/history.js';
import { contentNow } from '../history/replace-content.js';
import { historyNumber } from '../history/store.js';
import { beginChangeset, type Changeset } from './changeset.js';
import { watchChanges } from './watch-changes.js';

const asker = () => currentAsker()?.name ?? null;

export interface PageEdits {
  /** The history, in which what the page wrote has its own source. */
  readonly history: History;
  /**
   * Saves a text of the page. It becomes an entry when the file is quiet, or before any other change of it; of a process that is killed, when
   * the next one starts.
   */
  save(place: Place, change: (current: string | null) => string): SavedText;
  /** The page replaced the text of a file. */
  saved(path: VaultPath, before: string | null, after: string, changeset?: Changeset): void;
  /** What is not recorded by now is recorded at the next start. */
  stop(): void;
  /** A sync brought these entries into the files. What the page wrote before that is merged with them, and recorded as it is now. */
  arrived(entries: readonly HistoryEntry[]): void;
}

/**
 * The page saves while a person types. Each save is on the disk at once, but a burst of them is one entry: the background
 * job records a file once it is quiet. Until then this knows which text came from the page, so that the entry gets the
 * right source, and a change by another program in between becomes an entry of its own.
 *
 * `isClaimed` is true while a tool or an update may have changed a path and not recorded it yet. What the page finds there
 * may be theirs: it waits for their entry.
 */
export function createPageEdits({
  vault,
  history: inner,
  events,
  isClaimed,
}: {
  vault: Vault;
  history: History;
  events: Publisher<{ history: HistoryEntry }>;
  isClaimed(path: VaultPath): boolean;
}): PageEdits {
  const historyNow = () => historyNumber(vault.root);
  const waiting = createWaitingVersions(historyNow);
  /** Versions whose turn has not ended, and the contents that are being recorded. */
  const taken = new Set<VersionsByPath>();
  let current: Map<VaultPath, Bytes | null> | null = null;
  const inTurn = createTurns();

  function takenVersions(path?: VaultPath): WaitingVersion[] {
    return [...taken].flatMap((one) =>
      path === undefined ? [...one.values()].flat() : (one.get(path) ?? []),
    );
  }

  /** Each version of a path is an entry of its own; those of several paths share entries. */
  async function recordVersions(versions: VersionsByPath): Promise<void> {
    while (versions.size > 0)
      for (const source of ['outside', 'page'] as const) await recordFirst(source, versions);
  }

  /** Runs work that records versions and takes them out, in turn; those that it could not record wait again. */
  function recordInTurn<Result>(
    versions: readonly VersionsByPath[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    for (const one of versions) taken.add(one);
    return inTurn(async () => {
      try {
        return await work();
      } catch (error) {
        waiting.putBack(versions);
        throw error;
      } finally {
        for (const one of versions) taken.delete(one);
      }
    });
  }

  async function recordFirst(source: WaitingVersion['source'], versions: VersionsByPath): Promise<void> {
    const found = [...versions].filter(([, [version]]) => version!.source === source);
    if (found.length === 0) return;
    const { author } = found[0]![1][0]!;
    const first = found.filter(([, [version]]) => version!.author === author);
    const contents = new Map(first.map(([path, [version]]) => [path, version!.bytes]));
    // What was purged must not come back.
    const isPurged = ([path, [version]]: [VaultPath, WaitingVersion[]]) =>
      version!.history !== null && version!.history !== historyNow() && contentNow(vault, path) === null;
    const purged = new Set(first.filter(isPurged).map(([path]) => path));
    for (const path of purged) contents.delete(path);
    current = contents;
    const isOthers = () => first.some((one) => contents.has(one[0]) && isPurged(one));
    const entry = await inner.record({ source, author, paths: [], contents, isOthers });
    if (entry !== null) events.publish('history', entry);
    for (const [path, left] of first) {
      const version = left.shift();
      // What a sync brought meanwhile is merged with it, and waits.
      if (contents.has(path) || purged.has(path)) version?.changeset?.done();
      if (left.length === 0) versions.delete(path);
    }
  }

  /** A run changed a file, the page saved it, and the run changed it again: the file as it was before all that comes first. */
  async function recordMeanwhile(versions: VersionsByPath, request: RecordRequest): Promise<RecordRequest> {
    if (versions.size === 0) return request;
    const [paths, images] = [new Set(versions.keys()), [...request.before!]];
    const contents = new Map(images.filter(([path]) => paths.has(path)));
    await inner.record({ source: 'outside', paths: [], contents });
    await recordVersions(versions);
    return { ...request, before: new Map(images.filter(([path]) => !paths.has(path))) };
  }

  function saved(path: VaultPath, before: string | null, after: string, changeset?: Changeset): void {
    waiting.add(path, before, after, asker(), changeset);
    if (!waiting.hasEarlier(path) || isClaimed(path)) return;
    const earlier = waiting.takeEarlier(path);
    // What can't be recorded now is recorded with the next entry.
    void recordInTurn([earlier], () => recordVersions(earlier)).catch(() => {});
  }

  return {
    save(place, change) {
      const { text, changeset } = saveNoting(vault, waiting, place, change);
      if (text.before !== text.after) saved(place.path, text.before, text.after, changeset);
      return text;
    },
    history: {
      ...inner,
      record(request) {
        // Now, not in turn: what the page saves from here on may be based on the change that is to be recorded.
        const { earlier, meanwhile } = waiting.take(request);
        const recordAll = async () => {
          await recordVersions(earlier);
          return recordUnsaved(inner, waiting, await recordMeanwhile(meanwhile, request));
        };
        return recordInTurn([earlier, meanwhile], recordAll);
      },
    },
    saved,
    stop() {
      for (const { changeset } of [...waiting.all(), ...takenVersions()]) changeset?.leave();
    },
    arrived(entries) {
      for (const path of new Set(entries.flatMap(({ files }) => files.map((file) => file.path)))) {
        const versions = [...takenVersions(path), ...waiting.all(path)];
        const own = versions.at(-1);
        if (own === undefined) continue;
        for (const { changeset } of versions) if (changeset !== own.changeset) changeset?.done();
        for (const one of taken) one.delete(path);
        current?.delete(path);
        const bytes = contentNow(vault, path);
        if (bytes !== null) waiting.set(path, { ...own, bytes });
      }
    },
  };
}

/** What the page has saved since is recorded as its own, next time; also what it saves while the files are read. */
async function recordUnsaved(
  inner: History,
  waiting: WaitingVersions,
  request: RecordRequest,
): Promise<HistoryEntry | null> {
  const paths = request.paths.filter((path) => !waiting.has(path));
  // The contents of the others are known.
  const read = request.contents === undefined ? paths.filter((path) => !request.written?.has(path)) : [];
  let isSaved = false;
  const isOthers = () => {
    isSaved = read.some(waiting.has);
    return isSaved || (request.isOthers?.() ?? false);
  };
  try {
    return await inner.record({ ...request, paths, isOthers });
  } catch (error) {
    if (!isSaved) throw error;
    return recordUnsaved(inner, waiting, request);
  }
}

/** Runs work in the order of the calls: an entry is the difference to the one before it. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

/** Saves a text with what it replaces in a changeset: that of the saves before it, where it goes on with them, or a new one. */
function saveNoting(
  vault: Vault,
  waiting: WaitingVersions,
  place: Place,
  change: (current: string | null) => string,
): { text: SavedText; changeset: Changeset | undefined } {
  let known: Changeset | undefined;
  let own: Changeset | undefined;
  let last: Changeset | undefined;
  const watched = watchChanges(vault, {
    tell(told, again) {
      known = waiting.changesetFor(place.path, told.kind === 'save' ? told.before : null, asker());
      const entry = { source: 'page', reason: `Edited vault/${place.path}` } as const;
      if (known === undefined) own ??= beginChangeset(vault.root, entry, { unfinished: 'keep' });
      const to = (known ?? own)!;
      to.tell(told, again && to === last);
      last = to;
    },
    ready: () => last!.ready(),
  });
  try {
    const text = watched.save(place, change);
    // Another program wrote first, and it goes on with what the page saved before.
    if (known !== undefined) own?.done();
    return { text, changeset: known ?? own };
  } catch (error) {
    own?.rollBack(vault);
    throw error;
  }
}

/** Content that the history does not have yet: either the page wrote it, or the page replaced it. */
interface WaitingVersion {
  source: 'outside' | 'page';
  bytes: Bytes | null;
  /** Who saved it, where people are known. */
  author: string | null;
  /** Of the page: notes what its saves replaced, until the history has them. */
  changeset?: Changeset | undefined;
  /** When it was seen, by the clock of this process. */
  time: number;
  /** The history of then: a purge puts another in its place. */
  history: number | null;
}

/** The versions of each path in order; the page wrote the last one. */
export type VersionsByPath = Map<VaultPath, WaitingVersion[]>;

type WaitingVersions = ReturnType<typeof createWaitingVersions>;

/** Versions that the page wrote or replaced, until the history has them. */
export function createWaitingVersions(historyNow: () => number | null = () => null) {
  const waiting: VersionsByPath = new Map();

  return {
    has: (path: VaultPath): boolean => waiting.has(path),
    /** Adds a save of the page. Saves that follow each other are one version. */
    add(
      path: VaultPath,
      before: string | null,
      after: string,
      author: string | null,
      changeset?: Changeset,
    ): void {
      const versions = waiting.get(path) ?? [];
      const own = versions.at(-1);
      const [found, bytes] = [before === null ? null : Buffer.from(before), Buffer.from(after)];
      const [time, history] = [performance.now(), historyNow()];
      waiting.set(path, versions);
      if (own !== undefined && follows(own, found, author)) own.bytes = bytes;
      // The first save, or one after another program wrote: both versions are kept.
      else
        versions.push(
          { source: 'outside', bytes: found, author: null, time, history },
          { source: 'page', bytes, author, time, history, changeset },
        );
    },
    /** The changeset that a save of this content goes on with; undefined if it is the first. */
    changesetFor(path: VaultPath, before: Bytes | null, author: string | null): Changeset | undefined {
      const own = waiting.get(path)?.at(-1);
      return own !== undefined && follows(own, before, author) ? own.changeset : undefined;
    },
    /** Of a path, or of all. */
    all: (path?: VaultPath): WaitingVersion[] =>
      path === undefined ? [...waiting.values()].flat() : (waiting.get(path) ?? []),
    hasEarlier: (path: VaultPath): boolean => (waiting.get(path)?.length ?? 0) > 1,
    /** Takes all versions of a path but the last. */
    takeEarlier(path: VaultPath): VersionsByPath {
      const versions = waiting.get(path) ?? [];
      return new Map([[path, versions.splice(0, versions.length - 1)]]);
    },
    /** Takes the versions from before and during the changes of a request; later ones stay. */
    take(request: RecordRequest): { earlier: VersionsByPath; meanwhile: VersionsByPath } {
      const taken = { earlier: new Map() as VersionsByPath, meanwhile: new Map() as VersionsByPath };
      for (const [path, versions] of waiting) {
        const isChanged = request.before?.has(path) ?? false;
        if (!isChanged && !request.paths.some((given) => isAtOrBelow(path, given))) continue;
        const { began, ended } = spanOf(path, request, versions);
        const [earlier, meanwhile, later] = [
          versions.slice(0, began),
          versions.slice(began, ended),
          versions.slice(ended),
        ];
        if (earlier.length > 0) taken.earlier.set(path, earlier);
        if (meanwhile.length > 0) taken.meanwhile.set(path, meanwhile);
        if (later.length > 0) waiting.set(path, later);
        else waiting.delete(path);
      }
      return taken;
    },
    /** This version takes the place of those that wait. */
    set: (path: VaultPath, version: WaitingVersion): void => void waiting.set(path, [version]),
    /** Puts versions that could not be recorded back, before newer ones. */
    putBack(taken: readonly VersionsByPath[]): void {
      for (const versions of taken.toReversed())
        for (const [path, left] of versions) waiting.set(path, [...left, ...(waiting.get(path) ?? [])]);
    },
  };
}

function follows(own: WaitingVersion, before: Bytes | null, author: string | null): boolean {
  return before !== null && own.bytes?.equals(before) === true && own.author === author;
}

/** If the time of a request's changes is not known, every version came before them. */
const LAST = { began: Number.POSITIVE_INFINITY, ended: Number.POSITIVE_INFINITY };

/**
 * The positions among these versions at which the changes of a request began and ended. The page may have saved the file
 * before, during and after them.
 */
function spanOf(path: VaultPath, { times }: RecordRequest, versions: readonly WaitingVersion[]) {
  const wrote = times?.get(path);
  if (wrote === undefined) return LAST;
  const firstAfter = (moment: number) => {
    const at = versions.findIndex(({ time }) => time > moment);
    return at < 0 ? versions.length : at;
  };
  return { began: firstAfter(wrote.first), ended: firstAfter(wrote.last) };
}
