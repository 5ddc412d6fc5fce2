import { type Index, openIndex } from '../../index/open-index.js';
import type { ChunkRow, Scope } from '../../index/reader.js';

export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * What Rappel's own index knows and QMD does not: chunks with their lines, headings and dates. Reads the index that the
 * own engine keeps, over a connection of its own.
 */
export function createCatalogue(indexFile: string) {
  let open: Index | null = null;

  function index(): Index {
    if (open?.isOrphan()) close();
    open ??= openIndex(indexFile, false);
    return open;
  }

  function close(): void {
    open?.close();
    open = null;
  }

  return {
    index,
    close,
    /** The chunks of some files, in their order, within a span of days. */
    chunksOf(paths: readonly string[], from: string | null, to: string | null): ChunkRow[] {
      const rows = index()
        .database.prepare(
          `SELECT chunks.id, path, files.hash AS fileHash, first, last, whole, date, headings
           FROM files JOIN chunks ON chunks.file = files.id
           WHERE path IN (SELECT value FROM json_each(?)) ORDER BY chunks.id`,
        )
        .all(JSON.stringify(paths)) as unknown as ChunkRow[];
      return rows.filter(({ date }) => isWithin(date, from, to));
    },
    /** The paths that scopes and dates leave; null where they leave all. */
    allowed(scopes: readonly Scope[] | null, from: string | null, to: string | null): string[] | null {
      if (scopes === null && from === null && to === null) return null;
      const rows = index()
        .database.prepare(
          from === null && to === null
            ? 'SELECT path FROM files'
            : `SELECT path FROM files WHERE id IN
               (SELECT file FROM chunks WHERE substr(date, 1, 10) BETWEEN ? AND ?)`,
        )
        .all(...(from === null && to === null ? [] : [from ?? FIRST_DAY, to ?? LAST_DAY]));
      const paths = rows.map(({ path }) => path as string);
      return scopes === null ? paths : paths.filter((path) => scopes.some((scope) => scope.takes(path)));
    },
  };
}

const FIRST_DAY = '0000-00-00';
const LAST_DAY = '9999-99-99';

function isWithin(date: string | null, from: string | null, to: string | null): boolean {
  if (from === null && to === null) return true;
  const day = date?.slice(0, 10);
  return day !== undefined && day >= (from ?? FIRST_DAY) && day <= (to ?? LAST_DAY);
}
