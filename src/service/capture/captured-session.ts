import { createHash } from 'node:crypto';

/** The assistants whose sessions are captured, as `rappel install` names them. */
export const CAPTURE_CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor'] as const;
export type CaptureClient = (typeof CAPTURE_CLIENTS)[number];

/** A session of an assistant, as its hooks reported it. */
export interface CapturedSession {
  id: string;
  client: CaptureClient;
  /** Where it works. */
  directory: string;
  /** The project that its turns are filed in; null for the bucket without a project. */
  project: string | null;
  /** The client's own log of it. */
  transcript: string | null;
  /** ISO time. */
  started: string;
  /** True if it began with nothing: its log is no copy of another. */
  isFresh: boolean;
  /** The number of its last part in the queue. */
  parts: number;
  /** How far the log was read. */
  offset: number;
  /** A hash of the text before that position: if it differs, the log was rewritten. */
  before: string;
  /** The records that were stored. */
  keys: string[];
  /** Calls of Rappel's own tools whose answers were not logged yet. */
  ownCalls: string[];
  /** True after a prompt that asked for it, and for a removed session: nothing more is stored. */
  isPrivate: boolean;
  /** True while its client runs with `RAPPEL_OFF`: what is said until the next start without it is never stored. */
  isOff: boolean;
  /** Only what was said from this time on is stored (ISO); null for everything. */
  since: string | null;
  /** What its model was shown of the memory. */
  shown: string;
  /** How it started (`startup`, `resume`, …), while its model has to be shown the memory with its next prompt; else null. */
  due: string | null;
  /** The path of its file in the vault, once it has one. */
  file: string | null;
  /** The lines of that file that the clerk was given. */
  drawn: number;
}

/** Ids come from outside and become names of files. */
export function sessionFileName(id: string): string {
  return /^[A-Za-z0-9][\w-]{0,99}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 40);
}

/** Null for a text that Rappel did not write. */
export function parseSession(value: unknown): CapturedSession | null {
  const found = Object(value) as Partial<CapturedSession>;
  const isOne =
    typeof found.id === 'string' &&
    CAPTURE_CLIENTS.some((client) => client === found.client) &&
    typeof found.parts === 'number' &&
    typeof found.offset === 'number' &&
    Array.isArray(found.keys);
  const added = { ownCalls: [], isOff: false, since: null, due: null };
  return isOne ? ({ ...added, ...found } as CapturedSession) : null;
}
