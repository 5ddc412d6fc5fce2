import type { Terminal } from './command.js';

/** Colours a tool's text for a person: numbers, fences and sizes step back, errors and changes stand out. */
export function paint(text: string, { colour }: Pick<Terminal, 'colour'>): string {
  return colour ? text.split('\n').map(paintLine).join('\n') : text;
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

export const dim = (text: string) => `\u001b[2m${text}\u001b[22m`;
export const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
export const green = (text: string) => `\u001b[32m${text}\u001b[39m`;
export const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
