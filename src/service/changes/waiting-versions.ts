import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import type { RecordRequest } from '../history/history.js';
import type { Changeset } from './changeset.js';

/** Content that the history does not have yet: either the page wrote it, or the page replaced it. */
export interface WaitingVersion {
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

export type WaitingVersions = ReturnType<typeof createWaitingVersions>;

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
