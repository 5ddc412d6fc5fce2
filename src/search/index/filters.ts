import type { Database } from '../../shared/sqlite.js';

/** Which paths are searched, and where in the vault it is enough to look for them. */
export interface Scope {
  /** Everything it takes lies at or below this path; empty for the whole vault. */
  base: string;
  takes(path: string): boolean;
}

/** The ids of the chunks that may be results. */
export type Filter = ReadonlySet<number>;

export function createFilters(database: Database) {
  const selectPaths = database.prepare('SELECT id, path FROM files WHERE path >= ? AND path < ?');
  const selectOfFile = database.prepare('SELECT id FROM chunks WHERE file = ?');
  const selectDated = database.prepare(
    `SELECT id FROM chunks WHERE substr(date, 1, 10) >= ? AND substr(date, 1, 10) <= ?`,
  );
  const selectHolders = database.prepare(
    `SELECT path FROM files WHERE id IN
     (SELECT file FROM chunks WHERE id IN (SELECT value FROM json_each(?)))`,
  );
  return {
    /** What scopes and dates leave; null where they leave everything. */
    filterOf(scopes: readonly Scope[] | null, from: string | null, to: string | null): Filter | null {
      const byScope = scopes === null ? null : idsInScopes(scopes);
      if (from === null && to === null) return byScope;
      const dated = selectDated.all(from ?? '0000-00-00', to ?? '9999-99-99').map((row) => row.id as number);
      return new Set(byScope === null ? dated : dated.filter((id) => byScope.has(id)));
    },
    /** The files that these chunks are of. */
    pathsOf(filter: Filter): string[] {
      return selectHolders.all(`[${[...filter].join()}]`).map((row) => row.path as string);
    },
  };

  function idsInScopes(scopes: readonly Scope[]): Set<number> {
    const files = new Set<number>();
    for (const { base, takes } of scopes) {
      // `/` is followed by `0`: that range is the path itself and everything below it, and little else.
      for (const row of selectPaths.all(base, base === '' ? '\u{10ffff}' : `${base}0`)) {
        if (takes(row.path as string)) files.add(row.id as number);
      }
    }
    const ids = new Set<number>();
    for (const file of files) for (const row of selectOfFile.all(file)) ids.add(row.id as number);
    return ids;
  }
}
