import type { DirectoryProject } from '../directories/project-links.js';
import type { CaptureClient, CapturedSession } from './captured-session.js';

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

/** Its model has an earlier context. */
export function isContinued({ source }: HookInput): boolean {
  return source === 'resume' || source === 'fork';
}

/** What was said in it before Rappel knew of it may have been said with `RAPPEL_OFF`. */
export function firstSeen(context: HookContext, input: HookInput, place: DirectoryProject): CapturedSession {
  const session = newSession(context, input, place);
  return isContinued(input) ? { ...session, since: session.started } : session;
}

export function newSession(
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
    due: null,
    file: null,
    drawn: 0,
  };
}
