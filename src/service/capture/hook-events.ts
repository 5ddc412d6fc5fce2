import { BRIEF_TOKENS, briefOf } from '../../agents/librarian/orientation/brief.js';
import { systemClock } from '../../shared/clock.js';
import { withLock } from '../../vault/lock.js';
import { createVault } from '../../vault/vault.js';
import { type DirectoryProject, linkDirectory, projectOf } from '../directories/project-links.js';
import { captureToEnd } from './capture-session.js';
import { captureModeOf } from './capture-setting.js';
import { pickUpSessions } from './pick-up.js';
import {
  type CaptureClient,
  type CapturedSession,
  type SessionFiles,
  sessionFiles,
} from './session-files.js';
import { newSince, originalIn, shownIn } from './show-memory.js';
import { countShown } from './shown-tokens.js';

/** What a client tells a hook. */
export interface HookInput {
  session: string;
  directory: string;
  /** The client's log of the session, if it says where that is. */
  transcript: string | null;
  /** How a session starts: `startup`, `resume`, `clear`, `compact`, `fork`. */
  source: string;
}

export interface HookContext {
  root: string;
  client: CaptureClient;
  /** The most that is shown to a model. */
  tokens?: number;
  /** Told of a failure that does not keep the hook from its work. */
  log(error: unknown): void;
}

/** What a client takes as additional context. */
const MOST_CHARACTERS = 10_000;
/** A start has so long for the sessions of killed clients, and the end of a turn for its own. */
const PICK_UP_MS = 30;
const CAPTURE_MS = 100;

export interface StartedSession {
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
  const place = projectOf(root, input.directory);
  if (captureModeOf(root, place.project) === 'off') return { text: '', hasMore: false };
  const brief = briefFor(context, input, place);
  try {
    const text = register(context, input, place, brief);
    countShown(root, text);
    return { text, hasMore: !pickUpSessions(root, { without: input.session, mostMs: PICK_UP_MS, log }) };
  } catch (error) {
    log(error);
    // What was shown before is not known.
    return { text: isContinued(input) ? '' : brief, hasMore: false };
  }
}

/** Stores what is new in the log of a session; `hasEnded` if nothing more will come. */
export function captureTurns(context: HookContext, input: HookInput, hasEnded: boolean): void {
  const { root } = context;
  const files = sessionFiles(root);
  const place = projectOf(root, input.directory);
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
  return text;
}

/** Notes that a session runs and what it is shown, before it is shown: nothing is shown twice. */
function register(context: HookContext, input: HookInput, place: DirectoryProject, brief: string): string {
  const { root } = context;
  const files = sessionFiles(root);
  files.prepare();
  // From now on no other directory takes this project by its name.
  if (place.project !== null && (place.by === 'name' || place.by === 'file'))
    linkDirectory(root, place.directory, { project: place.project, open: false });
  if (files.find(input.session)?.isOff) endOff(files, input.session);
  return withLock(files.lockOf(input.session), () => {
    const known = files.find(input.session);
    const session = known ?? firstSeen(context, input, place);
    const isAgain = input.source === 'compact' || input.source === 'clear';
    const earlier = isAgain ? '' : known?.shown || shownBefore(files, input);
    const shown = earlier === '' ? brief : newSince(earlier, brief);
    files.save({ ...session, shown: earlier === '' ? shown : `${earlier}\n${shown}` });
    files.markOpen(input.session);
    return shown;
  });
}

/** The client runs without `RAPPEL_OFF` again. */
function endOff(files: SessionFiles, id: string): void {
  captureToEnd(files, files.find(id)!, { passOver: true });
  setOff(files, id, false);
}

function setOff(files: SessionFiles, id: string, isOff: boolean): void {
  withLock(files.lockOf(id), () => {
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

function isContinued({ source }: HookInput): boolean {
  return source === 'resume' || source === 'fork';
}

/** What was said in it before Rappel knew of it may have been said with `RAPPEL_OFF`. */
function firstSeen(context: HookContext, input: HookInput, place: DirectoryProject): CapturedSession {
  const session = newSession(context, input, place);
  return isContinued(input) ? { ...session, since: session.started } : session;
}

function newSession(
  { client }: HookContext,
  input: HookInput,
  { project }: DirectoryProject,
): CapturedSession {
  return {
    id: input.session,
    client,
    directory: input.directory,
    project,
    transcript: input.transcript,
    started: new Date().toISOString(),
    isFresh: input.source === 'startup' || input.source === 'clear',
    parts: 0,
    offset: 0,
    before: '',
    keys: [],
    ownCalls: [],
    isPrivate: false,
    isOff: false,
    since: null,
    shown: '',
    file: null,
    drawn: 0,
  };
}
