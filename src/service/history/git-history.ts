import type { Clock } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import type { PathTable } from '../../vault/path-table.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import { withLock } from '../locks/lock.js';
import { ensureStateFormat } from '../state/state-format.js';
import { noteRewrite } from '../state/sync-setting.js';
import { differences, readSmall } from './differences.js';
import { createEntryLog } from './entry-log.js';
import { git } from './git.js';
import { commitOf, createGitEntries, textOfOutput } from './git-entries.js';
import type { History, RecordedPlace } from './history.js';
import { findLineage } from './lineage.js';
import { readBlobs, readChanges, readNamed, readTree } from './objects.js';
import { otherNames, purgeFromHistory } from './purge-history.js';
import { record } from './record.js';
import { createRecorded } from './recorded.js';
import { openStore } from './store.js';
import { trimHistory } from './trim.js';
import { createTrust } from './trust.js';

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
