import { dayOf } from '../../../search/text/dates.js';
import { isWithin, type Span } from '../../../shared/calendar.js';
import { fold } from '../../../shared/fold.js';
import { type NoteFile, sectionsOf } from './note-file.js';

/** A list item of a state that names a day. */
export interface Deadline {
  day: string;
  /** Without the mark of the list. */
  text: string;
  line: number;
}

/**
 * The deadlines of a state within these times, in its order. A day that is over is only one below a heading of deadlines: elsewhere, as in what was
 * validated, it says when something happened.
 */
export function deadlinesIn(state: NoteFile, spans: readonly Span[], today: string): Deadline[] {
  const isBelow = belowDeadlines(state);
  return state.lines.flatMap((line, index): Deadline[] => {
    const item = index + 1 < state.bodyStart ? null : /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line);
    const day = item === null ? null : dayOf(item[1]!);
    if (day === null || !isWithin(day, spans) || (day < today && !isBelow(index + 1))) return [];
    return [{ day, text: item![1]!.trim(), line: index + 1 }];
  });
}

/** Whether a line is below a heading of deadlines. */
function belowDeadlines(state: NoteFile): (line: number) => boolean {
  const sections = [1, 2, 3]
    .flatMap((level) => sectionsOf(state, level))
    .filter(({ heading }) => DEADLINES.test(fold(heading)));
  return (line) => sections.some(({ first, last }) => line > first && line <= last);
}

const DEADLINES = /^(?:deadlines?|due(?: dates?)?|echeances?|dates? limites?|calendrier|calendar)\b/;
