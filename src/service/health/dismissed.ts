import { showPath, type VaultPath } from '../../vault/paths.js';
import { changeState, readState } from '../../vault/state-database.js';
import { stateOf } from '../../vault/state-folder.js';
import type { Finding } from './finding.js';

const MOST_KEPT = 5_000;

/** The findings that a person does not want to see again; those behind a wall are apart. */
export function createDismissed(vaultRoot: string) {
  const { root, wall } = stateOf(vaultRoot);
  return {
    ids(): Set<string> {
      const rows = readState(root, [], (database) =>
        database.prepare('SELECT id FROM dismissed_findings WHERE wall = ?').all(wall),
      );
      return new Set(rows.map(({ id }) => String(id)));
    },
    add({ id, places }: Finding): void {
      changeState(root, (database) => {
        database
          .prepare('INSERT OR REPLACE INTO dismissed_findings (wall, id, path) VALUES (?, ?, ?)')
          .run(wall, id, places[0]?.path ?? '');
        database
          .prepare(
            `DELETE FROM dismissed_findings WHERE wall = ?1 AND rowid NOT IN (
              SELECT rowid FROM dismissed_findings WHERE wall = ?1 ORDER BY rowid DESC LIMIT ?2
            )`,
          )
          .run(wall, MOST_KEPT);
      });
    },
    /** False where it was not dismissed. */
    remove(id: string): boolean {
      return changeState(root, (database) => {
        const { changes } = database
          .prepare('DELETE FROM dismissed_findings WHERE wall = ? AND id = ?')
          .run(wall, id);
        return Number(changes) > 0;
      });
    },
  };
}

/** Forgets those of a file, or of everything in a folder, behind any wall. */
export function purgeDismissed(root: string, path: VaultPath): void {
  const shown = showPath(path);
  const find = `FROM dismissed_findings WHERE path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/'`;
  const isAny = readState(
    root,
    false,
    (database) => database.prepare(`SELECT 1 ${find}`).get(shown) !== undefined,
  );
  if (isAny) changeState(root, (database) => database.prepare(`DELETE ${find}`).run(shown));
}
