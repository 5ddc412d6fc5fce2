import { randomBytes } from 'node:crypto';
import { visible } from '../shared/visible.js';
import type { Terminal } from './command.js';

/** Colours a tool's text for a person: numbers, fences and sizes step back, errors and changes stand out. */
export function paint(text: string, { colour }: Pick<Terminal, 'colour'>): string {
  return colour ? text.split(/\r?\n/).map(paintLine).join('\n') : text;
}

function paintLine(line: string): string {
  if (line.startsWith('[error] ')) return red(line);
  if (/^(?:```|~~~)/.test(line) || /^\.\.\. {2}\(lines /.test(line)) return dim(line);
  if (/^(?:---|\+\+\+) vault\//.test(line)) return dim(line);
  if (line.startsWith('+')) return green(line);
  if (line.startsWith('-')) return red(line);
  const numbered = /^(\d+ +\|)(.*)$/s.exec(line);
  if (numbered) return dim(numbered[1]!) + numbered[2];
  const sized = /^(.*) {2}(\[[^\]]+ · [^\]]+\])$/s.exec(line);
  return sized ? `${sized[1]}  ${dim(sized[2]!)}` : line;
}

/**
 * A style is a mark in the text until it is written. Only this process knows the mark: a note that holds an escape
 * sequence, even one of ours, shows it and is not coloured by it.
 */
const MARK = `style-${randomBytes(8).toString('hex')}-`;
const MARKS = new RegExp(`${MARK}(\\d+)m`, 'g');
const style = (on: number, off: number) => (text: string) => `${MARK}${on}m${text}${MARK}${off}m`;

export const bold = style(1, 22);
export const dim = style(2, 22);
export const red = style(31, 39);
export const green = style(32, 39);

/** What goes to a stream: for a person nothing but our styles steers the terminal; for a program the text as it is. */
export function rendered(text: string, { person, colour }: { person: boolean; colour: boolean }): string {
  return (person ? visible(text) : text).replaceAll(MARKS, colour ? '\u001b[$1m' : '');
}
