import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { type Quotation, quoteLines, showQuotation } from '../vault/citation.js';
import { notText, readText } from '../vault/files.js';
import { isGlob } from '../vault/globs.js';
import { hasImageName } from '../vault/kinds.js';
import { type LineRange, parseRanges, pastEnd } from '../vault/line-ranges.js';
import { shownLines } from '../vault/lines.js';
import { createNearPaths, type NearPaths } from '../vault/near-names.js';
import { printable } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import { defineTool, READS } from './define-tool.js';
import { createItemList } from './item-list.js';
import { optional, pathInput } from './parse-input.js';

const FILE = 'an object with path and lines, like {"path": "vault/tasks.md", "lines": "9-14"}';
const FILES = `a list of files, each ${FILE}`;

export const concat = defineTool({
  name: 'concat',
  hints: READS,
  input: () =>
    z.strictObject({
      files: z.array(
        z.strictObject(
          {
            path: pathInput(),
            lines: optional(
              z.string('a range like "9-14", several like "1-1,9-14", or null for the whole file'),
              null,
            ),
          },
          FILE,
        ),
        FILES,
      ),
    }),
  run({ files }, { vault }) {
    const items = createItemList();
    const near = createNearPaths(vault.root);
    const quotations: Quotation[] = [];
    for (const file of files) {
      items.attempt(printable(file.path), () => {
        const quotation = quotationOf(vault, file.path, file.lines, near);
        items.add(showQuotation(quotation));
        quotations.push(quotation);
      });
    }
    return { ...items.result(), quotations };
  },
});

function quotationOf(vault: Vault, input: string, range: string | null, near: NearPaths): Quotation {
  const place = vault.resolve(input);
  if (place.kind === 'missing' && !isGlob(place.path)) throw vault.missing(place, near);
  if (place.kind !== 'file' || hasImageName(place.path)) throw notText(place.shown);
  const wanted = range === null || range === '' ? null : rangesOf(range, place.shown);

  const lines = shownLines(readText(place));
  if (wanted === null) return quoteLines(place.shown, lines, null);
  const outside = wanted.find(({ first }) => first > lines.length);
  if (outside !== undefined) throw pastEnd(place.shown, outside.first, lines.length);
  const shown = wanted.map(({ first, last }) => ({ first, last: Math.min(last, lines.length) }));
  return quoteLines(place.shown, lines, shown);
}

function rangesOf(range: string, shown: string): LineRange[] {
  const ranges = parseRanges(range);
  if (ranges !== null) return ranges;
  const given = printable(range.length > 40 ? `${range.slice(0, 37)}...` : range);
  throw new RappelError('bad_range', 'range.malformed', { given, path: shown });
}
