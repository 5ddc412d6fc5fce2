import { currentAsker } from '../../shared/asker.js';
import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import type { Publisher } from '../events/events.js';
import type { History, HistoryEntry, RecordRequest } from './history.js';

export interface PageEdits {
  /** The history, in which what the page wrote has its own source. */
  readonly history: History;
  /** The page replaced the text of a file. It becomes an entry when the file is quiet, or before any other change of it. */
  saved(path: VaultPath, before: string | null, after: string): void;
}

/** A content of a file that is not recorded yet: one that the page wrote, or one that it found and did not write. */
interface Version {
  source: 'outside' | 'page';
  bytes: Bytes | null;
  /** Who saved it, where people are known. */
  author: string | null;
  /** When it was seen, by the clock of this process. */
  time: number;
}

type Versions = Map<VaultPath, Version[]>;

/**
 * The page saves while a person types. Each save is on the disk at once, but a burst of them is one entry: the background
 * job records a file once it is quiet. Until then this knows which text came from the page, so that the entry gets the
 * right source, and a change by another program in between becomes an entry of its own.
 *
 * `isClaimed` is true while a tool or an update may have changed a path and not recorded it yet. What the page finds there
 * may be theirs: it waits for their entry.
 */
export function createPageEdits(
  inner: History,
  events: Publisher<{ history: HistoryEntry }>,
  isClaimed: (path: VaultPath) => boolean,
): PageEdits {
  /** In order; the last one of a path is always of the page. */
  const waiting: Versions = new Map();
  let last: Promise<unknown> = Promise.resolve();

  /** In the order of the calls: an entry is the difference to the one before it. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }

  /** Each version of a path is an entry of its own; those of several paths share entries. */
  async function recordVersions(versions: Versions): Promise<void> {
    while (versions.size > 0)
      for (const source of ['outside', 'page'] as const) await recordFirst(source, versions);
  }

  /** Runs work that records versions and takes them out; those that it could not record wait again. */
  async function orWaitAgain<Result>(
    taken: readonly Versions[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      for (const versions of taken.toReversed())
        for (const [path, left] of versions) waiting.set(path, [...left, ...(waiting.get(path) ?? [])]);
      throw error;
    }
  }

  async function recordFirst(source: Version['source'], versions: Versions): Promise<void> {
    const found = [...versions].filter(([, [version]]) => version!.source === source);
    if (found.length === 0) return;
    const { author } = found[0]![1][0]!;
    const first = found.filter(([, [version]]) => version!.author === author);
    const contents = new Map(first.map(([path, [version]]) => [path, version!.bytes]));
    const entry = await inner.record({ source, author, paths: [], contents });
    if (entry !== null) events.publish('history', entry);
    for (const [path, left] of first) {
      left.shift();
      if (left.length === 0) versions.delete(path);
    }
  }

  /** What comes before the changes of a request, and what came in the middle of them; what came after stays. */
  function take(request: RecordRequest): { earlier: Versions; meanwhile: Versions } {
    const taken = { earlier: new Map() as Versions, meanwhile: new Map() as Versions };
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
  }

  /** A run changed a file, the page saved it, and the run changed it again: the file as it was before all that comes first. */
  async function recordMeanwhile(versions: Versions, request: RecordRequest): Promise<RecordRequest> {
    if (versions.size === 0) return request;
    const [paths, images] = [new Set(versions.keys()), [...request.before!]];
    const contents = new Map(images.filter(([path]) => paths.has(path)));
    await inner.record({ source: 'outside', paths: [], contents });
    await recordVersions(versions);
    return { ...request, before: new Map(images.filter(([path]) => !paths.has(path))) };
  }

  return {
    history: {
      ...inner,
      record(request) {
        // Now, not in turn: what the page saves from here on may be based on the change that is to be recorded.
        const { earlier, meanwhile } = take(request);
        const recordAll = async () => {
          await recordVersions(earlier);
          const left = await recordMeanwhile(meanwhile, request);
          // What the page has saved since is recorded as its own, next time.
          return inner.record({ ...left, paths: request.paths.filter((path) => !waiting.has(path)) });
        };
        return inTurn(() => orWaitAgain([earlier, meanwhile], recordAll));
      },
    },
    saved(path, before, after) {
      const versions = waiting.get(path) ?? [];
      const own = versions.at(-1);
      const [found, bytes] = [before === null ? null : Buffer.from(before), Buffer.from(after)];
      const time = performance.now();
      const author = currentAsker()?.name ?? null;
      waiting.set(path, versions);
      if (found !== null && own?.bytes?.equals(found) && own.author === author) own.bytes = bytes;
      // Another program wrote in between, or it is the first save: both versions are kept as they were.
      else
        versions.push(
          { source: 'outside', bytes: found, author: null, time },
          { source: 'page', bytes, author, time },
        );
      if (versions.length === 1 || isClaimed(path)) return;
      const earlier: Versions = new Map([[path, versions.splice(0, versions.length - 1)]]);
      // What can't be recorded now is recorded with the next entry.
      void inTurn(() => orWaitAgain([earlier], () => recordVersions(earlier))).catch(() => {});
    },
  };
}

/** A request of which it is not known when it wrote here: everything came before it. */
const LAST = { began: Number.POSITIVE_INFINITY, ended: Number.POSITIVE_INFINITY };

/**
 * Where among these versions of a path the changes of a request began, and where they ended. The page may have saved a
 * file before them, in the middle of them, and after them.
 */
function spanOf(path: VaultPath, { times }: RecordRequest, versions: readonly Version[]) {
  const wrote = times?.get(path);
  if (wrote === undefined) return LAST;
  const firstAfter = (moment: number) => {
    const at = versions.findIndex(({ time }) => time > moment);
    return at < 0 ? versions.length : at;
  };
  return { began: firstAfter(wrote.first), ended: firstAfter(wrote.last) };
}
