import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import type { RecordRequest } from './history.js';

/** A content of a file that is not recorded yet: one that the page wrote, or one that it found and did not write. */
export interface Version {
  source: 'outside' | 'page';
  bytes: Bytes | null;
  /** Who saved it, where people are known. */
  author: string | null;
  /** When it was seen, by the clock of this process. */
  time: number;
}

/** In order; the last one of a path is always of the page. */
export type Versions = Map<VaultPath, Version[]>;

/** What the page wrote, and found, until the history has it. */
export function createWaitingVersions() {
  const waiting: Versions = new Map();

  return {
    has: (path: VaultPath): boolean => waiting.has(path),
    /** The page replaced a text. A burst of its saves is one version. */
    add(path: VaultPath, before: string | null, after: string, author: string | null): void {
      const versions = waiting.get(path) ?? [];
      const own = versions.at(-1);
      const [found, bytes] = [before === null ? null : Buffer.from(before), Buffer.from(after)];
      const time = performance.now();
      waiting.set(path, versions);
      if (found !== null && own?.bytes?.equals(found) && own.author === author) own.bytes = bytes;
      // Another program wrote in between, or it is the first save: both versions are kept as they were.
      else
        versions.push(
          { source: 'outside', bytes: found, author: null, time },
          { source: 'page', bytes, author, time },
        );
    },
    hasEarlier: (path: VaultPath): boolean => (waiting.get(path)?.length ?? 0) > 1,
    /** Takes all versions of a path but the last. */
    takeEarlier(path: VaultPath): Versions {
      const versions = waiting.get(path) ?? [];
      return new Map([[path, versions.splice(0, versions.length - 1)]]);
    },
    /** Takes what comes before the changes of a request, and what came in the middle of them; what came after stays. */
    take(request: RecordRequest): { earlier: Versions; meanwhile: Versions } {
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
    },
    /** Those that could not be recorded wait again, before what came since. */
    putBack(taken: readonly Versions[]): void {
      for (const versions of taken.toReversed())
        for (const [path, left] of versions) waiting.set(path, [...left, ...(waiting.get(path) ?? [])]);
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
