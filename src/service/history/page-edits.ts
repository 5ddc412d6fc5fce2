import { currentAsker } from '../../shared/asker.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { History, HistoryEntry, RecordRequest } from './history.js';
import { contentNow } from './replace-content.js';
import { historyNumber } from './store.js';
import {
  createWaitingVersions,
  type VersionsByPath,
  type WaitingVersion,
  type WaitingVersions,
} from './waiting-versions.js';

export interface PageEdits {
  /** The history, in which what the page wrote has its own source. */
  readonly history: History;
  /** The page replaced the text of a file. It becomes an entry when the file is quiet, or before any other change of it. */
  saved(path: VaultPath, before: string | null, after: string): void;
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
  let last: Promise<unknown> = Promise.resolve();

  /** In the order of the calls: an entry is the difference to the one before it. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
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
    for (const one of first.filter(isPurged)) contents.delete(one[0]);
    current = contents;
    const isOthers = () => first.some((one) => contents.has(one[0]) && isPurged(one));
    const entry = await inner.record({ source, author, paths: [], contents, isOthers });
    if (entry !== null) events.publish('history', entry);
    for (const [path, left] of first) {
      left.shift();
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

  return {
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
    saved(path, before, after) {
      waiting.add(path, before, after, currentAsker()?.name ?? null);
      if (!waiting.hasEarlier(path) || isClaimed(path)) return;
      const earlier = waiting.takeEarlier(path);
      // What can't be recorded now is recorded with the next entry.
      void recordInTurn([earlier], () => recordVersions(earlier)).catch(() => {});
    },
    arrived(entries) {
      for (const path of new Set(entries.flatMap(({ files }) => files.map((file) => file.path)))) {
        const own = waiting.last(path) ?? [...taken].flatMap((one) => one.get(path) ?? []).at(-1);
        if (own === undefined) continue;
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
