import { statSync } from 'node:fs';
import { BRIEF_TOKENS, briefOf } from '../../agents/librarian/orientation/brief.js';
import { systemClock } from '../../shared/clock.js';
import { withLock } from '../../vault/lock.js';
import { createVault } from '../../vault/vault.js';
import { type DirectoryProject, linkDirectory, projectOf } from '../directories/project-links.js';
import { captureSession } from './capture-session.js';
import { captureModeOf } from './capture-setting.js';
import { type CaptureClient, type CapturedSession, sessionFiles } from './session-files.js';
import { newSince } from './show-memory.js';
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
/** Sessions of killed clients that one start looks after. */
const MOST_PICKED_UP = 20;
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * A session starts or goes on: returns what its model should know of the memory, empty for nothing. Shown once in a conversation;
 * after that only what is new, except to a model whose context was compacted. Also stores what killed clients left.
 */
export function startSession(context: HookContext, input: HookInput): string {
  const { root, log } = context;
  const place = projectOf(root, input.directory);
  if (captureModeOf(root, place.project) === 'off') return '';
  const brief = briefFor(context, input, place);
  let text = brief;
  const isContinued = input.source === 'resume' || input.source === 'fork';
  try {
    text = register(context, input, place, brief);
  } catch (error) {
    log(error);
    // What was shown before is not known.
    if (isContinued) return '';
  }
  return text;
}

/** Stores what is new in the log of a session; `hasEnded` if nothing more will come. */
export function captureTurns(context: HookContext, input: HookInput, hasEnded: boolean): void {
  const { root } = context;
  const files = sessionFiles(root);
  const place = projectOf(root, input.directory);
  const mode = captureModeOf(root, place.project);
  if (mode === 'off' && files.find(input.session) === null) return;
  files.prepare();
  captureAll(context, input, place, mode !== 'on');
  if (hasEnded) files.markEnded(input.session);
  else files.markOpen(input.session);
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

function register(context: HookContext, input: HookInput, place: DirectoryProject, brief: string): string {
  const { root, log } = context;
  const files = sessionFiles(root);
  files.prepare();
  // From now on no other directory takes this project by its name.
  if (place.project !== null && (place.by === 'name' || place.by === 'file'))
    linkDirectory(root, place.directory, { project: place.project, open: false });
  const text = withLock(files.lockOf(input.session), () => {
    const session = files.find(input.session) ?? newSession(context, input, place);
    const earlier = input.source === 'compact' ? '' : session.shown || shownToOriginal(context, input);
    const shown = earlier === '' ? brief : newSince(earlier, brief);
    const isAgain = input.source === 'compact';
    files.save({ ...session, shown: isAgain || earlier === '' ? shown : `${earlier}\n${shown}` });
    files.markOpen(input.session);
    return shown;
  });
  countShown(root, text);
  try {
    pickUp(context, input.session);
  } catch (error) {
    log(error);
  }
  return text;
}

/** A fork goes on with the context of another session of its directory, which is not named. */
function shownToOriginal({ root }: HookContext, { source, directory, session }: HookInput): string {
  if (source !== 'fork') return '';
  const others = sessionFiles(root)
    .list()
    .filter((other) => other.directory === directory && other.id !== session && other.shown !== '');
  return others.sort((a, b) => (a.started < b.started ? 1 : -1))[0]?.shown ?? '';
}

/** A client that was killed told of no end: what it had logged since is stored now. */
function pickUp(context: HookContext, current: string): void {
  const files = sessionFiles(context.root);
  const open = files.openIds().filter((id) => id !== current);
  for (const id of open.slice(0, MOST_PICKED_UP)) {
    const session = files.find(id);
    if (session === null) {
      files.markEnded(id);
      continue;
    }
    const mode = captureModeOf(context.root, session.project);
    captureSession(files, session, { passOver: mode !== 'on' });
    const stats =
      session.transcript === null ? undefined : statSync(session.transcript, { throwIfNoEntry: false });
    const isOver = stats === undefined || Date.now() - stats.mtimeMs > ABANDONED_MS;
    if (isOver) files.markEnded(id);
  }
}

/** A log that grew by more than is read at once takes several steps, as far as time allows. */
function captureAll(
  context: HookContext,
  input: HookInput,
  place: DirectoryProject,
  passOver: boolean,
): void {
  const files = sessionFiles(context.root);
  const started = performance.now();
  const session = newSession(context, input, place);
  for (let before = -1; performance.now() - started < LONGEST_MS; ) {
    const { offset } = captureSession(files, session, { passOver });
    if (offset - before < MOST_STEP) return;
    before = offset;
  }
}

const LONGEST_MS = 100;
const MOST_STEP = 1024 * 1024;

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
    isPrivate: false,
    shown: '',
    file: null,
    drawn: 0,
  };
}
