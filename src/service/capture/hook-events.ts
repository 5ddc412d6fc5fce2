import { BRIEF_TOKENS, briefOf } from '../../agents/librarian/orientation/brief.js';
import { systemClock } from '../../shared/clock.js';
import { maskSecrets } from '../../shared/secrets.js';
import { withFileLock } from '../../vault/lock.js';
import { createVault } from '../../vault/vault.js';
import { type DirectoryProject, linkDirectory, projectOfDirectory } from '../directories/project-links.js';
import { captureToEnd } from './capture-session.js';
import { captureModeOf } from './capture-setting.js';
import { firstSeen, type HookContext, type HookInput, isContinued, newSession } from './new-session.js';
import { pickUpSessions } from './pick-up.js';
import { type SessionFiles, sessionFiles } from './session-files.js';
import { newSince } from './show-memory.js';
import { shownBefore } from './shown-before.js';
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
