import { RappelError } from '../shared/errors.js';
import { concat } from '../tools/concat.js';
import type { Tool, ToolResult } from '../tools/define-tool.js';
import { foundBy } from '../tools/search.js';
import { showQuotation } from '../vault/citation.js';
import { joinRanges, type LineRange, parseRanges } from '../vault/line-ranges.js';
import { countTokens } from '../vault/tokens.js';
import type { Vault } from '../vault/vault.js';
import { foldLongLines } from './fold-long-lines.js';

const WHOLE: LineRange = { first: 1, last: Number.POSITIVE_INFINITY };

/** Which lines of which files a run has seen, so that an answer quotes only real lines, and no more than `maxTokens` of them. */
export function createSeenLines(
  vault: Vault,
  question: string,
  maxTokens: number,
  shownAtStart: readonly string[] = [],
) {
  const seen = new Map<string, LineRange[]>(shownAtStart.map((name) => [`vault/${name}`, [WHOLE]]));
  let tooLong = false;
  const note = (path: string, ranges: LineRange[]) => seen.set(path, [...(seen.get(path) ?? []), ...ranges]);

  return {
    /** Records what a call of `search` or `read` showed. */
    note(tool: Tool, input: unknown, result: ToolResult): void {
      for (const { path, lines, whole_file } of foundBy(tool, result)?.results ?? [])
        note(path, whole_file ? [WHOLE] : rangesOf(lines));
      if (tool.name === 'read' && (input as { folded?: boolean }).folded !== true) {
        for (const [, path, range] of result.text.matchAll(BLOCK_HEADER)) note(path!, rangesOf(range ?? ''));
      }
    },
    /** Whether the last document was refused for its length. */
    wasTooLong: () => tooLong,
    /** `concat` for this run: refuses a path or range that the run has not seen, and a document that is too long. */
    checkedConcat: {
      ...concat,
      get description() {
        return concat.description;
      },
      async call(input: unknown, context: Parameters<Tool['call']>[1]): Promise<ToolResult> {
        for (const { path, lines } of wanted(input)) check(path, lines);
        const result = await concat.call(input, context);
        const quotations = foldLongLines(result.quotations ?? [], question);
        const text = quotations.map(showQuotation).join('\n\n');
        const tokens = countTokens(text);
        tooLong = tokens > maxTokens;
        // The run has seen these lines: the model need not read them once more.
        if (!tooLong)
          return {
            ...result,
            text,
            quotations,
            brief: `assembled, ${tokens} of at most ${maxTokens} tokens`,
          };
        throw new RappelError('invalid_input', 'concat.too_long', { tokens, most: maxTokens });
      },
    } satisfies Tool,
  };

  function check(path: string, lines: string | null): void {
    const place = vault.resolve(path);
    const known = seen.get(place.shown);
    if (known === undefined) {
      throw new RappelError('not_read', 'concat.not_seen', { path: place.shown });
    }
    const covered = joinRanges(known);
    const isCovered = (asked: LineRange) =>
      covered.some(({ first, last }) => first <= asked.first && last >= asked.last);
    if (rangesOf(lines ?? '').every(isCovered)) return;
    const ranges = covered
      .map(({ first, last }) => (last === WHOLE.last ? `${first}-end` : `${first}-${last}`))
      .join(', ');
    throw new RappelError('bad_range', 'concat.lines_not_seen', { lines: ranges, path: place.shown });
  }
}

const BLOCK_HEADER =
  /^(?:```|~~~|\[unchanged\] )(vault\/.*?)(?: \(lines (\d[\d, -]*)\))?(?:: shown above.*)?$/gm;

/** Those of a whole file where no range is given; the tool reports one that is malformed. */
function rangesOf(lines: string): LineRange[] {
  return parseRanges(lines) ?? [WHOLE];
}

/** The files of a call, as far as they are well formed; the tool reports the rest. */
function wanted(input: unknown): { path: string; lines: string | null }[] {
  const files = (input as { files?: unknown } | null)?.files;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file) =>
    typeof file?.path === 'string' ? [{ path: file.path, lines: file.lines ?? null }] : [],
  );
}
