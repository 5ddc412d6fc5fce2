import { isWithin, type Span } from '../../../search/text/calendar.js';
import { dayOf } from '../../../search/text/dates.js';
import type { NoteFile } from './note-file.js';

/** A list item of a state that names a day. */
export interface Deadline {
  day: string;
  /** Without the mark of the list. */
  text: string;
  line: number;
}

/** The deadlines of a state within these times, in its order. */
export function deadlinesIn(state: NoteFile, spans: readonly Span[]): Deadline[] {
  return state.lines.flatMap((line, index): Deadline[] => {
    const item = index + 1 < state.bodyStart ? null : /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line);
    const day = item === null ? null : dayOf(item[1]!);
    return day !== null && isWithin(day, spans) ? [{ day, text: item![1]!.trim(), line: index + 1 }] : [];
  });
}
