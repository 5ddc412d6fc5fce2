import { withLock } from '../../vault/lock.js';
import { type NewPart, newPartOf } from './new-records.js';
import type { CapturedSession, SessionFiles } from './session-files.js';
import { createRecorder, type StoredRecord } from './stored-record.js';

interface CaptureOptions {
  /** True where nothing may be stored now: what was said until here is passed over for good. */
  passOver?: boolean;
  mostBytes?: number;
}

/** So many records are remembered: those of the longest sessions. */
const MOST_KEYS = 20_000;
/** In a prompt: nothing of this session is stored from here on. */
const PRIVATE = /(?<![\p{L}\p{N}])#(?:private|priv[ée])(?![\p{L}\p{N}])/iu;

/**
 * Stores what is new in the log of a session (`given` if it is not known yet), each record exactly once: by its position, and where the log is a copy of another or
 * was written anew, by the record itself. Durable when it returns. Returns the session as it is then.
 */
export function captureSession(
  files: SessionFiles,
  given: CapturedSession,
  { passOver = false, mostBytes }: CaptureOptions = {},
): CapturedSession {
  return withLock(files.lockOf(given.id), () => {
    const known = files.find(given.id);
    const session = { ...(known ?? given), ...whereItIs(given) };
    const part = session.transcript === null ? null : newPartOf(session.transcript, session, mostBytes);
    if (part === null || (part.offset === session.offset && !part.isRewritten)) {
      if (known === null) files.save(session);
      return session;
    }
    const next = { ...session, offset: part.offset, before: part.before };
    const added = passOver || session.isPrivate ? [] : newRecords(files, session, part);
    const start = added.findIndex(({ prompt }) => PRIVATE.test(prompt));
    const kept = start === -1 ? added : added.slice(0, start);
    if (start !== -1) next.isPrivate = true;
    if (kept.length === 0) {
      files.save(next);
      return next;
    }
    next.parts++;
    next.keys = [...session.keys, ...kept.map(({ key }) => key)].slice(-MOST_KEYS);
    files.addPart(
      next,
      kept.map(({ json }) => json),
    );
    return next;
  });
}

/** A session that is continued may have moved. */
function whereItIs({ transcript }: CapturedSession): Partial<CapturedSession> {
  return transcript === null ? {} : { transcript };
}

function newRecords(files: SessionFiles, session: CapturedSession, part: NewPart): StoredRecord[] {
  const record = createRecorder(session.client);
  const found = part.lines.flatMap((line) => record(line) ?? []);
  const mayBeCopy = session.offset === 0 && !session.isFresh;
  const seen = new Set(session.keys);
  const copied = mayBeCopy && found.length > 0 ? keysOfOriginal(files, session, found[0]!.key) : [];
  for (const key of copied) seen.add(key);
  return found.filter(({ key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A session that was forked begins with the records of another. */
function keysOfOriginal(files: SessionFiles, { id }: CapturedSession, first: string): string[] {
  const waiting = files.parts().map(({ session }) => session);
  const others = [...files.list(), ...waiting].filter((other) => other.id !== id);
  return others.filter(({ keys }) => keys.includes(first)).flatMap(({ keys }) => keys);
}
