import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import { findLineage, type Lineage } from './lineage.js';
import type { Repository } from './private-git-dir.js';
import { rewriteHistory } from './rewrite.js';
import type { HistoryStore } from './store.js';

/**
 * Rewrites every entry without a path and without its files under their other names. Entries with nothing else
 * disappear; the others keep their ids. Returns the newest commit.
 */
export async function purgeFromHistory(
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
export function otherNames({ lives }: Lineage, path: VaultPath): VaultPath[] {
  return [...new Set(lives.map((life) => life.path))].filter((name) => !isAtOrBelow(name, path));
}

/** A name may have belonged to another file before and after: only the life that belongs to the path counts. */
function wasPartOf({ lives }: Lineage, path: VaultPath, number: number): (file: string) => boolean {
  const names = new Set<string>(
    lives.filter(({ born, died }) => born <= number && number <= died).map((l) => l.path),
  );
  return (file) => isAtOrBelow(file, path) || names.has(file);
}
