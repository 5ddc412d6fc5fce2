import { outlineOf } from '../../../vault/headings.js';
import { shownLines } from '../../../vault/lines.js';
import { firstBodyLine } from '../sections.js';
import type { SessionTurn } from './drawing.js';

/** The heading of a turn in a captured transcript, with or without its time. */
const TURN = /^(User|Assistant)(?: · |$)/;

/** The turns of a captured transcript, with the numbers of their lines. */
export function turnsIn(transcript: string): SessionTurn[] {
  const lines = shownLines(transcript);
  const headings = outlineOf(lines, firstBodyLine(transcript)).headings.filter(
    ({ level, text }) => level === 2 && TURN.test(text),
  );
  return headings.flatMap(({ line, text }, index) => {
    let first = line + 1;
    let last = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    while (first <= last && lines[first - 1]!.trim() === '') first++;
    while (last >= first && lines[last - 1]!.trim() === '') last--;
    if (first > last) return [];
    const role = text.startsWith('User') ? ('user' as const) : ('assistant' as const);
    return [{ role, text: lines.slice(first - 1, last).join('\n'), line: first }];
  });
}

/** The day of the last turn that names its time, else that of the line below the title; null where neither does. */
export function dayOf(transcript: string): string | null {
  const times = [
    ...transcript.matchAll(/^(?:## (?:User|Assistant) · )?(\d{4}-\d\d-\d\d) \d\d:\d\d(?: · |$)/gm),
  ];
  return times.at(-1)?.[1] ?? null;
}
