import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { ChangedFile, FileVersions, History, Version } from '../history/history.js';
import { findMoves, type Move } from '../history/moves.js';
import type { Disk } from './disk.js';

export type Unrecorded = ReturnType<typeof createUnrecorded>;

/** What differs on the disk from the newest entry, as the next entry would record it. Looks once, when first asked. */
export function createUnrecorded(history: History, disk: Disk) {
  let versions: Promise<FileVersions[]> | undefined;
  let moves: Promise<Move[]> | undefined;

  async function readVersions(): Promise<FileVersions[]> {
    const paths = (await history.unrecorded()) ?? [];
    const recorded = await history.current();
    const found = paths.map((path) => {
      const bytes = disk.bytes(path);
      return { path, before: recorded.get(path) ?? null, after: bytes && blobId(bytes) };
    });
    // A new file may be gone again by now.
    return found.filter(({ before, after }) => before !== after);
  }

  function allVersions(): Promise<FileVersions[]> {
    versions ??= readVersions();
    return versions;
  }

  async function readMoves(): Promise<Move[]> {
    const files = await allVersions();
    const added = new Map<Version, VaultPath>();
    for (const { path, before, after } of files)
      if (before === null && after !== null) added.set(after, path);
    return findMoves({ read: (wanted) => readBoth(wanted, added) }, files);
  }

  /** The content of versions in order: of added files from the disk, of others from the history. */
  async function* readBoth(
    wanted: readonly Version[],
    added: ReadonlyMap<Version, VaultPath>,
  ): AsyncGenerator<Bytes> {
    const recorded = history.read(wanted.filter((version) => !added.has(version)))[Symbol.asyncIterator]();
    for (const version of wanted) {
      const path = added.get(version);
      yield path === undefined ? (await recorded.next()).value : (disk.bytes(path) ?? Buffer.alloc(0));
    }
  }

  return {
    async files(): Promise<ChangedFile[]> {
      return (await allVersions()).map(({ path, before, after }) => ({
        path,
        change: after === null ? 'deleted' : before === null ? 'added' : 'changed',
      }));
    },
    moves(): Promise<Move[]> {
      moves ??= readMoves();
      return moves;
    },
  };
}
