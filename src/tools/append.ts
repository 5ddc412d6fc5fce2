import { z } from 'zod';
import { localDate } from '../shared/clock.js';
import { addEntries, daysIn } from '../vault/changelog.js';
import { splitFrontmatter } from '../vault/frontmatter.js';
import { isMarkdown, kindOf } from '../vault/kinds.js';
import { BOM, lineEndOf, trimBlankLines, trimLineEnds, visibleText } from '../vault/lines.js';
import { defineTool, textResult } from './define-tool.js';
import { withoutNewSecrets, writablePlace } from './guards.js';
import { optional, pathInput, text } from './parse-input.js';

const CONTENT = 'the text to add; not empty';

export const append = defineTool({
  name: 'append',
  hints: { readOnly: false, destructive: false, idempotent: false },
  input: () =>
    z.strictObject({
      path: pathInput(),
      content: text(CONTENT).regex(/\S/, CONTENT),
      position: optional(z.enum(['top', 'bottom'], '"top" or "bottom"'), 'bottom'),
    }),
  run({ path: input, content, position }, { vault, session }) {
    const place = writablePlace(vault, input);
    const { before, after } = vault.save(place, (current) => {
      const text =
        inDays(current, content, position, place.path, localDate(vault.clock.now())) ??
        insert(current, content, position, isMarkdown(place.path));
      return withoutNewSecrets(place, current, text);
    });
    session.changed(place.path, before, after);
    return textResult(`${before === null ? 'created' : 'appended to'} ${place.shown}`);
  },
});

/** Entries of a changelog stand under the heading of their day; null for any other content. */
function inDays(
  current: string | null,
  content: string,
  position: 'top' | 'bottom',
  path: string,
  today: string,
): string | null {
  if (kindOf(path) !== 'changelog') return null;
  const days = daysIn(visibleText(content), today);
  const isDated = /^\s*# /.test(content);
  if (days === null || (!isDated && position === 'bottom')) return null;
  // From the last one up: an older day is placed before the newer ones look for their place.
  return days.reduceRight((text, day) => addEntries(text, day), current ?? '');
}

/** One empty line to each neighbour and one line end at the end of the file; every other byte stays. */
function insert(
  current: string | null,
  content: string,
  position: 'top' | 'bottom',
  markdown: boolean,
): string {
  const text = current ?? '';
  const end = lineEndOf(text);
  const addition = trimBlankLines(visibleText(content)).replaceAll('\n', end);
  const { head, body } = markdown ? splitFrontmatter(text) : { head: '', body: text };
  const bom = body.startsWith(BOM) ? BOM : '';
  const rest = trimLineEnds(body.slice(bom.length));

  if (rest === '') return bom + opened(head, end) + addition + end;
  if (position === 'top') return bom + opened(head, end) + addition + end + end + rest + end;
  return head + trimLineEnds(body, 'end') + end + end + addition + end;
}

/** The frontmatter and the empty line below it. */
function opened(head: string, end: string): string {
  if (head === '') return '';
  return head + (head.endsWith('\n') ? '' : end) + end;
}
