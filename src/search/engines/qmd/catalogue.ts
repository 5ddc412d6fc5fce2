import type { ChunkRow } from '../../index/chunk-rows.js';
import type { Scope } from '../../index/filters.js';
import { type Index, openIndex } from '../../index/open-index.js';

export type QmdCatalogue = ReturnType<typeof createCatalogue>;

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
      const { reader } = index();
      const files = paths.map((base): Scope => ({ base, takes: (path) => path === base }));
      const ids = [...reader.filterOf(files, from, to)!].sort((a, b) => a - b);
      return ids.flatMap((id) => reader.describe(id) ?? []);
    },
    /** The paths that scopes and dates leave; null where they leave all. */
    allowed(scopes: readonly Scope[] | null, from: string | null, to: string | null): string[] | null {
      const { reader } = index();
      const filter = reader.filterOf(scopes, from, to);
      return filter && reader.pathsOf(filter);
    },
  };
}
