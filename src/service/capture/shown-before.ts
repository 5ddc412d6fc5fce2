import { type HookInput, isContinued } from './new-session.js';
import type { SessionFiles } from './session-files.js';
import { originalIn, shownIn } from './show-memory.js';

/** What the model of a session was shown of which no state is left, or that goes on with the context of another. */
export function shownBefore(files: SessionFiles, input: HookInput): string {
  if (!isContinued(input)) return '';
  return shownIn(input.transcript) || (input.source === 'fork' ? shownToOriginal(files, input) : '');
}

/**
 * What the session was shown that was forked. Claude Code does not name it: what the last ones of its directory were shown is not
 * shown again.
 */
function shownToOriginal(files: SessionFiles, { directory, session, transcript }: HookInput): string {
  const named = originalIn(transcript);
  if (named !== null) return files.find(named)?.shown ?? '';
  const others = files
    .list()
    .filter((other) => other.directory === directory && other.id !== session && other.shown !== '')
    .sort((a, b) => (a.started < b.started ? 1 : -1))
    .slice(0, MOST_ORIGINALS);
  const lines = others.flatMap(({ shown }) => shown.split('\n'));
  return [...new Set(lines)].join('\n');
}

const MOST_ORIGINALS = 10;
