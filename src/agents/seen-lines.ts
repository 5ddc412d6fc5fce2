import { RappelError } from '../shared/errors.js';
import { concat } from '../tools/concat.js';
import type { Tool, ToolResult } from '../tools/define-tool.js';
import { foundBy } from '../tools/search.js';
import type { Vault } from '../vault/vault.js';

interface Range {
  first: number;
  last: number;
}

const WHOLE: Range = { first: 1, last: Number.POSITIVE_INFINITY };

/** Which lines of which files a run has seen, so that an answer quotes only real lines. */
export function createSeenLines(vault: Vault) {
  const seen = new Map<string, Range[]>();
  const note = (path: string, range: Range) => seen.set(path, [...(seen.get(path) ?? []), range]);

  return {
    /** Records what a call of `search` or `read` showed. */
    note(tool: Tool, input: unknown, result: ToolResult): void {
      for (const { path, lines, whole_file } of foundBy(tool, result)?.results ?? [])
        note(path, whole_file ? WHOLE : rangeOf(lines)!);
      if (tool.name === 'read' && (input as { folded?: boolean }).folded !== true) {
        for (const [, path, range] of result.text.matchAll(BLOCK_HEADER))
          note(path!, rangeOf(range ?? '') ?? WHOLE);
      }
    },
    /** `concat` for this run: refuses a path or range that the run has not seen. */
    checkedConcat: {
      ...concat,
      get description() {
        return concat.description;
      },
      async call(input: unknown, context: Parameters<Tool['call']>[1]): Promise<ToolResult> {
        for (const { path, lines } of wanted(input)) check(path, lines);
        return concat.call(input, context);
      },
    } satisfies Tool,
  };

  function check(path: string, lines: string | null): void {
    const place = vault.resolve(path);
    const known = seen.get(place.shown);
    if (known === undefined) {
      throw new RappelError('not_read', 'was neither found nor read in this run', {
        path: place.shown,
        hint: 'Search or read it first.',
      });
    }
    const asked = rangeOf(lines ?? '') ?? WHOLE;
    const covered = coverage(known);
    if (covered.some(({ first, last }) => first <= asked.first && last >= asked.last)) return;
    const ranges = covered
      .map(({ first, last }) => (last === WHOLE.last ? `${first}-end` : `${first}-${last}`))
      .join(', ');
    throw new RappelError('bad_range', `only the lines ${ranges} were seen in this run`, {
      path: place.shown,
      hint: 'Ask for a range inside them, or read the rest first.',
    });
  }
}

const BLOCK_HEADER = /^(?:```|~~~)(vault\/.*?)(?: \(lines (\d+-\d+)\))?$/gm;

function rangeOf(lines: string): Range | null {
  const match = /^(\d+)-(\d+)$/.exec(lines);
  return match ? { first: Number(match[1]), last: Number(match[2]) } : null;
}

/** Merges touching ranges. */
function coverage(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last !== undefined && range.first <= last.last + 1) last.last = Math.max(last.last, range.last);
    else joined.push({ ...range });
  }
  return joined;
}

/** The files of a call, as far as they are well formed; the tool reports the rest. */
function wanted(input: unknown): { path: string; lines: string | null }[] {
  const files = (input as { files?: unknown } | null)?.files;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file) =>
    typeof file?.path === 'string' ? [{ path: file.path, lines: file.lines ?? null }] : [],
  );
}
