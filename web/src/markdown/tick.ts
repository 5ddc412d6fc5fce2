import { createContext } from 'react';

/** Ticks the checkbox on a line of the file, or takes the tick away. */
export interface Tick {
  toggle(line: number): Promise<void>;
  /** What the checkbox on a line is about. */
  labelOf(line: number): string;
  /** The title of the task whose heading is on a line; empty where there is none. */
  titleOf(line: number): string;
  /** Closes that task. */
  finish(line: number, title: string): Promise<void>;
}

/** Null where a text is only shown. */
export const TickContext = createContext<Tick | null>(null);

/** The line of the list item around; null outside of one. */
export const ItemLineContext = createContext<number | null>(null);

const BOX = /^((?:[ \t]|>)*(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])(\][ \t])(.*)$/;

/** The text with the checkbox on a line toggled; null if that line has none. */
export function toggled(text: string, line: number): string | null {
  const lines = text.split('\n');
  const match = BOX.exec(lines[line - 1]?.replace(/\r$/, '') ?? '');
  if (match === null) return null;
  const [whole, start = '', mark, end = '', rest = ''] = match;
  lines[line - 1] = lines[line - 1]!.replace(whole, () => start + (mark === ' ' ? 'x' : ' ') + end + rest);
  return lines.join('\n');
}

export function boxLabel(text: string, line: number): string {
  return BOX.exec(text.split('\n')[line - 1]?.replace(/\r$/, '') ?? '')?.[4] ?? '';
}

/** The text of an H1 on a line, as the service reads it. */
export function headingText(text: string, line: number): string {
  const shown = text.split('\n')[line - 1]?.replace(/\r$/, '') ?? '';
  return /^ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(shown)?.[1] ?? '';
}
