import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { unifiedDiff } from '../vault/diff.js';
import { notText } from '../vault/files.js';
import { fieldOf, STAMPED_FIELDS, splitFrontmatter } from '../vault/frontmatter.js';
import { shownLines, visibleText } from '../vault/lines.js';
import { applyEdit, type EditOutcome, MOST_MATCHES } from './apply-edit.js';
import { defineTool, textResult } from './define-tool.js';
import { requireSeen, withoutNewSecrets, writablePlace } from './guards.js';
import { pathInput, text } from './parse-input.js';

const OLD = 'the lines to replace, as shown by read, or an exact passage; not empty';

export const edit = defineTool({
  name: 'edit',
  hints: { readOnly: false, destructive: true, idempotent: false },
  input: () =>
    z.strictObject({
      path: pathInput(),
      old_content: text(OLD).refine((old) => visibleText(old) !== '', OLD),
      new_content: text('the text to put in its place; empty removes it'),
    }),
  async run({ path: input, old_content, new_content }, { vault, session }) {
    const place = writablePlace(vault, input);
    if (place.kind === 'missing') throw vault.missing(place);
    if (place.kind !== 'file') throw notText(place.shown);

    let moved: { from: number; to: number } | null = null;
    const { before, after } = vault.save(place, (current) => {
      if (current === null) throw vault.missing(place);
      requireSeen(session, place, current);
      const outcome = applyEdit(current, old_content, new_content);
      if (outcome.kind !== 'edited') throw refusal(outcome, place.shown);
      checkStampedFields(current, outcome.text, place.shown);
      moved = outcome.moved;
      return withoutNewSecrets(place, current, outcome.text);
    });
    if (before === after) return textResult(`unchanged ${place.shown}`);
    session.changed(place.path, before, after);
    const diff = await diffOf(place.shown, before!, after);
    const brief = `edited ${place.shown}${movedNote(moved)}`;
    return { ...textResult(`${brief}\n${diff}`), brief };
  },
});

function movedNote(moved: { from: number; to: number } | null): string {
  return moved === null ? '' : ` (moved from line ${moved.from} to ${moved.to})`;
}

/** The diff as a person expects it, without the stamps that every write changes. */
function diffOf(shown: string, before: string, after: string): Promise<string> {
  const stamp = new RegExp(`^["']?(${STAMPED_FIELDS.join('|')})["']?[ \\t]*:`);
  const oldLines = shownLines(before);
  const newLines = shownLines(after);
  const oldHead = shownLines(splitFrontmatter(before).head).length;
  const masked = oldLines.map((line, index) => {
    if (index >= oldHead) return line;
    const key = stamp.exec(line)?.[1];
    return key === undefined ? line : (newLines.find((other) => stamp.exec(other)?.[1] === key) ?? line);
  });
  return unifiedDiff(shown, masked, newLines);
}

function checkStampedFields(before: string, after: string, shown: string): void {
  const oldYaml = splitFrontmatter(before).yaml;
  const newYaml = splitFrontmatter(after).yaml;
  for (const key of STAMPED_FIELDS) {
    if (fieldOf(oldYaml, key) === fieldOf(newYaml, key)) continue;
    throw new RappelError('protected', 'edit.stamped', { field: key, path: shown });
  }
}

function refusal(outcome: Exclude<EditOutcome, { kind: 'edited' }>, shown: string): RappelError {
  if (outcome.kind === 'several') {
    const lines = [...new Set(outcome.lines)];
    const count = `${outcome.lines.length}${outcome.lines.length < MOST_MATCHES ? '' : ' or more'}`;
    const places = lines.length > 20 ? [...lines.slice(0, 20), '…'] : lines;
    return new RappelError('several_matches', 'edit.several_matches', {
      count,
      lines: places.join(', '),
      path: shown,
    });
  }
  return new RappelError('no_match', outcome.numbered ? 'edit.lines_not_there' : 'edit.no_match', {
    path: shown,
  });
}
