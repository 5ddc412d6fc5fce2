import { BRIEF_TAG } from '../../agents/librarian/orientation/brief-text.js';

/**
 * What a brief says that another did not, below its headings; empty if that is nothing. A conversation that goes on has the
 * earlier one in its context.
 */
export function newSince(earlier: string, brief: string): string {
  const known = new Set(earlier.split('\n'));
  const shown: string[] = [];
  let heading: string | null = null;
  for (const line of brief.split('\n')) {
    if (/^# /.test(line)) heading = line;
    else if (heading !== null && !known.has(line) && line !== '' && line !== END) {
      if (shown.at(-1) !== heading && !shown.includes(heading)) shown.push('', heading);
      shown.push(line);
    }
  }
  if (shown.length === 0) return '';
  return [`<${BRIEF_TAG}>`, 'New in the memory since this conversation began.', ...shown, END].join('\n');
}

const END = `</${BRIEF_TAG}>`;
