import { BRIEF_TOKENS, briefOf } from '../../agents/librarian/orientation/brief.js';
import { BRIEF_TAG } from '../../agents/librarian/orientation/brief-text.js';
import { systemClock } from '../../shared/clock.js';
import { parseRecord, recordOf, textOf } from '../../shared/loose-json.js';
import { readStartOrNull } from '../../shared/read-or-null.js';
import { maskSecrets } from '../../shared/secrets.js';
import { withFileLock } from '../../vault/lock.js';
import { createVault } from '../../vault/vault.js';
import { type DirectoryProject, linkDirectory, projectOfDirectory } from '../directories/project-links.js';
import { captureToEnd } from './capture-session.js';
import { captureModeOf } from './capture-setting.js';
import { firstSeen, type HookContext, type HookInput, isContinued, newSession } from './new-session.js';
import { pickUpSessions } from './pick-up.js';
import { type SessionFiles, sessionFiles } from './session-files.js';
import { countShown } from './shown-tokens.js';

/** What a client takes as additional context. */
const MOST_CHARACTERS = 10_000;
/** A start has so long for the sessions of killed clients, and the end of a turn for its own. */
const PICK_UP_MS = 30;
const CAPTURE_MS = 100;

interface StartedSession {
  /** What its model should know of the memory; empty for nothing. */
  text: string;
  /** True if killed clients left more than there was time for. */
  hasMore: boolean;
}

/**
 * A session starts or goes on. Its model is shown the memory once in a conversation;
 * after that only what is new, except to a model whose context was compacted or cleared. Also stores what killed clients left.
 */
export function startSession(context: HookContext, input: HookInput): StartedSession {
  const { root, log } = context;
  const place = projectOfDirectory(root, input.directory);
  if (captureModeOf(root, place.project) === 'off') return { text: '', hasMore: false };
  const brief = briefFor(context, input, place);
  try {
    const text = show(context, input, place, brief);
    return { text, hasMore: !pickUpSessions(root, { without: input.session, mostMs: PICK_UP_MS, log }) };
  } catch (error) {
    log(error);
    // What was shown before is not known.
    return { text: isContinued(input) ? '' : brief, hasMore: false };
  }
}

/** A session starts or goes on whose client adds nothing to its context then: its model is shown the memory with its next prompt. */
export function announceSession(context: HookContext, input: HookInput): boolean {
  const { root, log } = context;
  const place = projectOfDirectory(root, input.directory);
  if (captureModeOf(root, place.project) === 'off') return false;
  const files = open(context, input, place);
  withFileLock(files.lockOf(input.session), () => {
    const session = files.find(input.session) ?? firstSeen(context, input, place);
    files.save({ ...session, due: input.source });
    files.markOpen(input.session);
  });
  return !pickUpSessions(root, { without: input.session, mostMs: PICK_UP_MS, log });
}

/** What the model is shown with a prompt after that. Nothing if it can't be noted: it would be shown with each prompt. */
export function showWithPrompt(context: HookContext, input: HookInput): string {
  const { root } = context;
  const place = projectOfDirectory(root, input.directory);
  const known = sessionFiles(root).find(input.session);
  if ((known !== null && known.due === null) || captureModeOf(root, place.project) === 'off') return '';
  const started = { ...input, source: known?.due ?? 'startup' };
  return show(context, started, place, briefFor(context, started, place));
}

/** The first prompt that Rappel hears of in a conversation: what was said before may have been said with `RAPPEL_OFF`. */
export function meetAtPrompt(context: HookContext, input: HookInput): void {
  const files = sessionFiles(context.root);
  const place = projectOfDirectory(context.root, input.directory);
  if (captureModeOf(context.root, place.project) === 'off' || files.find(input.session) !== null) return;
  files.prepare();
  captureToEnd(files, newSession(context, input, place), { passOver: true, mostMs: CAPTURE_MS });
  files.markOpen(input.session);
}

/** Stores what is new in the log of a session; `hasEnded` if nothing more will come. */
export function captureTurns(context: HookContext, input: HookInput, hasEnded: boolean): void {
  const { root } = context;
  const files = sessionFiles(root);
  const place = projectOfDirectory(root, input.directory);
  const mode = captureModeOf(root, place.project);
  if (mode === 'off' && files.find(input.session) === null) return;
  files.prepare();
  captureToEnd(files, newSession(context, input, place), { passOver: mode !== 'on', mostMs: CAPTURE_MS });
  if (hasEnded) files.markEnded(input.session);
  else files.markOpen(input.session);
}

/**
 * An event of a client that runs with `RAPPEL_OFF`. Does nothing, except for a session that was captured before: what is said
 * in it from now on is passed over for good, also after the client is killed.
 */
export function passOverTurns(
  { root }: HookContext,
  input: HookInput,
  event: 'start' | 'turn' | 'end',
): void {
  const files = sessionFiles(root);
  const session = files.find(input.session);
  if (session === null) return;
  // What was said before this start was said without it.
  if (event === 'start' && !session.isOff)
    captureToEnd(files, session, { passOver: captureModeOf(root, session.project) !== 'on' });
  setOff(files, input.session, true);
  captureToEnd(files, session, { passOver: true, mostMs: CAPTURE_MS });
  if (event === 'end') files.markEnded(input.session);
}

function briefFor({ root, tokens = BRIEF_TOKENS }: HookContext, input: HookInput, place: DirectoryProject) {
  const vault = createVault({ root, clock: systemClock });
  const { text } = briefOf(vault, {
    project: place.project,
    tokens: Math.min(tokens, MOST_CHARACTERS / 4),
    isWalled: !place.open,
    withoutSession: input.session,
  });
  // A model reads it.
  return maskSecrets(text);
}

function open({ root }: HookContext, input: HookInput, place: DirectoryProject): SessionFiles {
  const files = sessionFiles(root);
  files.prepare();
  // From now on no other directory takes this project by its name.
  if (place.project !== null && (place.by === 'name' || place.by === 'file'))
    linkDirectory(root, place.directory, { project: place.project, open: false });
  if (files.find(input.session)?.isOff) endOff(files, input.session);
  return files;
}

/** Notes that a session runs and what it is shown, before it is shown: nothing is shown twice. */
function show(context: HookContext, input: HookInput, place: DirectoryProject, brief: string): string {
  const files = open(context, input, place);
  const text = withFileLock(files.lockOf(input.session), () => {
    const known = files.find(input.session);
    const session = known ?? firstSeen(context, input, place);
    const isAgain = input.source === 'compact' || input.source === 'clear';
    const earlier = isAgain ? '' : known?.shown || shownBefore(files, input);
    const shown = earlier === '' ? brief : newSince(earlier, brief);
    files.save({ ...session, shown: earlier === '' ? shown : `${earlier}\n${shown}`, due: null });
    files.markOpen(input.session);
    return shown;
  });
  countShown(context.root, text);
  return text;
}

/** The client runs without `RAPPEL_OFF` again. */
function endOff(files: SessionFiles, id: string): void {
  captureToEnd(files, files.find(id)!, { passOver: true });
  setOff(files, id, false);
}

function setOff(files: SessionFiles, id: string, isOff: boolean): void {
  withFileLock(files.lockOf(id), () => {
    const session = files.find(id);
    if (session !== null && session.isOff !== isOff) files.save({ ...session, isOff });
  });
}

/** What the model of a session was shown of which no state is left, or that goes on with the context of another. */
function shownBefore(files: SessionFiles, input: HookInput): string {
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
function originalIn(transcript: string | null): string | null {
  const log = transcript === null ? null : readStartOrNull(transcript, MOST_LOG_BYTES);
  const [first = ''] = (log?.toString('utf8') ?? '').split('\n', 1);
  return textOf(recordOf(parseRecord(first)?.payload).forked_from_id) || null;
}

const SHOWN = new RegExp(`"(?:<${BRIEF_TAG}>|${ESCAPED}${BRIEF_TAG}&gt;)(?:[^"\\\\]|\\\\.)*"`, 'g');
