import { BRIEF_TAG } from '../../agents/librarian/orientation/brief-text.js';
import { parseRecord, recordOf, textOf } from '../../shared/loose-json.js';
import { readStartOrNull } from '../../shared/read-or-null.js';

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

/** So much of a log is looked at: what a session was shown comes at its start. */
const MOST_LOG_BYTES = 4 * 1024 * 1024;

/** What a model was shown, by the log of its client: a string that begins with our tag. Empty if the log does not say. */
export function shownIn(transcript: string | null): string {
  const log = transcript === null ? null : readStartOrNull(transcript, MOST_LOG_BYTES);
  const strings = log?.toString('utf8').match(SHOWN) ?? [];
  return strings
    .map((string) => JSON.parse(string) as string)
    .map((shown) => (shown.startsWith(ESCAPED) ? unescaped(shown) : shown))
    .join('\n');
}

/** As Gemini CLI writes it. */
const ESCAPED = '<hook_context>&lt;';

function unescaped(shown: string): string {
  return shown
    .replaceAll(/^<hook_context>|<\/hook_context>$/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

/** The session that a log says it was forked from. Codex names it in the first line. */
export function originalIn(transcript: string | null): string | null {
  const log = transcript === null ? null : readStartOrNull(transcript, MOST_LOG_BYTES);
  const [first = ''] = (log?.toString('utf8') ?? '').split('\n', 1);
  return textOf(recordOf(parseRecord(first)?.payload).forked_from_id) || null;
}

const SHOWN = new RegExp(`"(?:<${BRIEF_TAG}>|${ESCAPED}${BRIEF_TAG}&gt;)(?:[^"\\\\]|\\\\.)*"`, 'g');
