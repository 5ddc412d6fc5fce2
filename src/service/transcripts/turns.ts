import { localMinute } from '../../shared/clock.js';
import { trimLineEnds } from '../../vault/lines.js';
import { lowerHeadings } from '../../vault/lower-headings.js';

/** What one side said in a conversation. */
export interface Turn {
  who: 'User' | 'Assistant';
  time: Date | null;
  text: string;
}

/** Consecutive messages of one side, with tools in between, form one turn. */
export function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const text = trimLineEnds(withoutControls(turn.text.replaceAll('\r\n', '\n'))).trimEnd();
    if (text.trim() === '') continue;
    const last = joined.at(-1);
    if (last?.who === turn.who) last.text += `\n\n${text}`;
    else joined.push({ ...turn, text });
  }
  return joined;
}

/** Control characters come from terminals and broken programs; no text contains them. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '');
}

/** A turn as a section of a note; headings in it go below its own. */
export function turnSection({ who, time, text }: Turn): string {
  const when = time === null ? '' : ` · ${localMinute(time)}`;
  return `## ${who}${when}\n\n${lowerHeadings(text)}\n`;
}

/** The beginning of what the user said first; empty if that is nothing. */
export function titleFrom(turns: readonly Turn[]): string {
  return oneLine(turns.find(({ who }) => who === 'User')?.text ?? '').replace(/^#+\s*/, '');
}

export function oneLine(text: string): string {
  const line = withoutControls(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1).trimEnd()}…` : line;
}

const MOST_TITLE = 80;
