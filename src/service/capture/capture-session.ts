import { withFileLock } from '../../vault/lock.js';
import type { CapturedSession } from './captured-session.js';
import { type NewPart, newPartOf } from './new-records.js';
import type { SessionFiles } from './session-files.js';
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
  return withFileLock(files.lockOf(given.id), () => {
    const known = files.find(given.id);
    if (known?.isPrivate) return known;
    const session = { ...(known ?? given), ...whereItIs(given) };
    const part = session.transcript === null ? null : newPartOf(session.transcript, session, mostBytes);
    if (part === null || (part.offset === session.offset && !part.isRewritten)) {
      if (known === null) files.save(session);
      return session;
    }
    const { records, ownCalls, isPrivate } = newRecords(files, session, part, passOver);
    const next = { ...session, offset: part.offset, before: part.before, ownCalls, isPrivate };
    const kept = passOver || session.isOff ? [] : records;
    // Also of what is passed over: a log that is written anew does not bring it back.
    next.keys = [...session.keys, ...records.map(({ key }) => key)].slice(-MOST_KEYS);
    if (kept.length === 0) {
      files.save(next);
      return next;
    }
    next.parts++;
    files.addPart(
      next,
      kept.map(({ json }) => json),
    );
    return next;
  });
}

/** A log that grew by more than is read at once takes several steps, as far as time allows. */
export function captureToEnd(
  files: SessionFiles,
  given: CapturedSession,
  { mostMs = Number.POSITIVE_INFINITY, ...options }: CaptureOptions & { mostMs?: number } = {},
): CapturedSession {
  const started = performance.now();
  for (let before = -1; ; ) {
    const session = captureSession(files, given, options);
    const isAtEnd = session.offset - before < LEAST_STEP;
    if (isAtEnd || performance.now() - started > mostMs) return session;
    before = session.offset;
  }
}

/** What is read at once holds at least so much, unless it is the rest. */
const LEAST_STEP = 64 * 1024;

/** A session that is continued may have moved. */
function whereItIs({ transcript }: CapturedSession): Partial<CapturedSession> {
  return transcript === null ? {} : { transcript };
}

/** What is to be stored of a part of a log, up to a prompt that asks for nothing more; in a fork, that may be a copied one. */
function newRecords(files: SessionFiles, session: CapturedSession, part: NewPart, passOver: boolean) {
  const ownCalls = new Set(session.ownCalls);
  const record = createRecorder(session.client, ownCalls);
  const found = numbered(part.lines.flatMap(record), part.start === 0 ? [] : session.keys);
  const end = found.findIndex(({ prompt }) => PRIVATE.test(prompt));
  const mayBeCopy = session.offset === 0 && !session.isFresh;
  const seen = new Set(session.keys);
  const copied = mayBeCopy && found.length > 0 ? keysOfOriginal(files, session, found[0]!.key, passOver) : [];
  for (const key of copied) seen.add(key);
  const records = (end === -1 ? found : found.slice(0, end)).filter(({ key, time }) => {
    const isNew = !seen.has(key) && (session.since === null || time >= session.since);
    seen.add(key);
    return isNew;
  });
  return { records, ownCalls: [...ownCalls], isPrivate: end !== -1 };
}

/** The second time that the same words are logged they are another record; `earlier` are the keys before these. */
function numbered(records: readonly StoredRecord[], earlier: readonly string[]): StoredRecord[] {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const key of earlier) add(key.split('#', 1)[0]!);
  return records.map((record) => {
    const count = counts.get(record.key) ?? 0;
    add(record.key);
    return record.mayRecur && count > 0 ? { ...record, key: `${record.key}#${count}` } : record;
  });
}

/** A session that was forked begins with the records of another, of which a hook that was killed may have left some to store. */
function keysOfOriginal(
  files: SessionFiles,
  { id, project }: CapturedSession,
  first: string,
  passOver: boolean,
): string[] {
  const waiting = files.parts().map(({ session }) => session);
  const others = [...files.list(), ...waiting].filter((other) => other.id !== id);
  const originals = others.filter(({ keys }) => keys.includes(first));
  // Whether another project captures is its own matter.
  const late = new Map(originals.filter((one) => one.project === project).map((one) => [one.id, one]));
  const stored = [...late.values()].map((one) => captureToEnd(files, one, { passOver }));
  return [...originals, ...stored].flatMap(({ keys }) => keys);
}
