import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawFrom } from './draw.js';
import { DRAWN_KINDS, type Drawing, type DrawnKind } from './drawing.js';
import { turnsIn } from './turns.js';

const FOLDER = join(import.meta.dirname, '../../../../test/fixtures/sessions');

interface Mark {
  session: string;
  kind: DrawnKind;
  lines: number[];
  words: string;
}

/** A drawing holds a mark if it comes from its line and repeats its words. */
function holds({ lines, text }: Drawing, mark: Mark): boolean {
  const squeeze = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\d]+/gu, ' ')
      .trim();
  const [drawn, marked] = [squeeze(text), squeeze(mark.words)];
  if (mark.lines.length > 1 && mark.lines.every((line) => lines.includes(line))) return true;
  return mark.lines.some((line) => lines.includes(line)) && overlap(drawn, marked);
}

/** At least half of the marked words, in a row or not. */
function overlap(drawn: string, marked: string): boolean {
  const words = marked.split(' ');
  const kept = new Set(drawn.split(' '));
  return words.filter((word) => kept.has(word)).length * 2 > words.length;
}

/** Every mark and every drawing of a half, and whether each has its counterpart: of any kind, and of the same one. */
function compare(half: string) {
  const marks: (Mark & { isFound: boolean; isOfKind: boolean })[] = [];
  const drawings: (Drawing & { isMarked: boolean; isOfKind: boolean })[] = [];
  const wanted = readMarks(join(FOLDER, half, 'marks.tsv'));
  for (const name of readdirSync(join(FOLDER, half)).filter((file) => file.endsWith('.md'))) {
    const own = wanted.filter(({ session }) => `${session}.md` === name);
    const drawn = drawFrom(turnsIn(readFileSync(join(FOLDER, half, name), 'utf8')));
    for (const mark of own) {
      const holding = drawn.filter((drawing) => holds(drawing, mark));
      const isOfKind = holding.some(({ kind }) => kind === mark.kind);
      marks.push({ ...mark, isFound: holding.length > 0, isOfKind });
    }
    for (const drawing of drawn) {
      const held = own.filter((mark) => holds(drawing, mark));
      const isOfKind = held.some(({ kind }) => kind === drawing.kind);
      drawings.push({ ...drawing, isMarked: held.length > 0, isOfKind });
    }
  }
  return { marks, drawings };
}

function readMarks(path: string): Mark[] {
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [session, kind, lines, words] = row.split('\t');
    return {
      session: session!,
      kind: kind as DrawnKind,
      lines: lines!.split(',').map(Number),
      words: words!,
    };
  });
}

describe('what is drawn from captured sessions', () => {
  // The rules were written on one half; the other was only measured. The figures are printed with --reporter=verbose.
  it.for(['written', 'aside'])('finds most marks and files little noise, %s', async (half, { annotate }) => {
    const { marks, drawings } = compare(half);
    const filed = drawings.filter(({ isCertain }) => isCertain);
    const suggested = drawings.filter(({ isCertain }) => !isCertain);
    const missed = marks.filter(({ isFound }) => !isFound);
    // What is filed as something else than it is counts as noise.
    const noise = filed.filter(({ isOfKind }) => !isOfKind);
    const wrong = suggested.filter(({ isMarked }) => !isMarked);
    for (const kind of DRAWN_KINDS) {
      const all = marks.filter((mark) => mark.kind === kind);
      await annotate(
        `${kind}: ${countOf(all, 'isFound')} of ${all.length}, ${countOf(all, 'isOfKind')} as such`,
      );
    }
    await annotate(`${marks.length - missed.length} of ${marks.length} marks filed or suggested`);
    await annotate(
      `noise: ${noise.length} of ${filed.length} filed, ${wrong.length} of ${suggested.length} suggested`,
    );
    expect(missed.length / marks.length, missed.map(({ words }) => words).join('\n')).toBeLessThanOrEqual(
      0.2,
    );
    expect(noise.length / filed.length, noise.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.1);
  });
});

function countOf<Key extends string>(all: readonly Record<Key, boolean>[], key: Key): number {
  return all.filter((one) => one[key]).length;
}
