import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../../shared/loose-json.js';
import { maskIn, secretSpans } from '../../shared/secrets.js';
import { withFileLock } from '../../vault/lock.js';
import { cursorTurn } from '../transcripts/cursor.js';
import { geminiText } from '../transcripts/gemini.js';
import { saidByUser } from '../transcripts/session-text.js';
import type { CaptureClient, CapturedSession } from './captured-session.js';
import type { SessionFiles } from './session-files.js';

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

/** A record as it is stored: verbatim, but for large outputs of tools, what Rappel itself said, and a missing time. */
interface StoredRecord {
  /** The same for one record in every copy of a log. */
  key: string;
  /** True if the same words later in the log have the same key: the client gives its records neither a name nor a time. */
  mayRecur: boolean;
  json: string;
  /** What the user typed; empty for any other record. */
  prompt: string;
  /** When it was said, as the client logged it (ISO); empty if it does not say. */
  time: string;
}

/**
 * Turns lines of a log into records to store; keeps nothing that is no part of the conversation. `ownCalls` are the calls of Rappel's
 * own tools that wait for their answers, from one part of a log to the next.
 */
export function createRecorder(
  client: CaptureClient,
  ownCalls: Set<string>,
): (line: LogLine) => StoredRecord[] {
  let isCopy = false;
  return (line) => {
    const logged = parseRecord(line.text);
    if (logged === null) return [];
    const reading = { line, ownCalls, isChanged: line.text.length > MOST_OUTPUT, isCopy };
    const found = READERS[client](logged, reading);
    isCopy = reading.isCopy;
    return found.map(({ record, prompt, id }) => {
      const time = textOf(record.timestamp);
      const mayRecur = id === null && time === '';
      // Without a time of its own it has that of its capture, at the end of its turn.
      const stored = mayRecur ? { ...record, timestamp: new Date().toISOString() } : record;
      const asLogged = reading.isChanged || mayRecur ? JSON.stringify(stored) : line.text;
      // Before anything is stored: a session is full of what its user never meant to keep.
      const json = secretSpans(asLogged).length === 0 ? asLogged : JSON.stringify(maskIn(stored));
      return { key: keyOf(id ?? line.text), mayRecur, json, prompt, time };
    });
  };
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 12);
}

/** What is read of one log, from line to line. */
interface Reading {
  line: LogLine;
  /** Calls of Rappel's own tools that wait for their answers. */
  ownCalls: Set<string>;
  /** True for a record that is not stored as it was logged: a long one, or an answer of Rappel. */
  isChanged: boolean;
  /** True while a client writes its whole history to the log again. */
  isCopy: boolean;
}

/** A record of the conversation. */
interface ReadRecord {
  record: JsonRecord;
  /** What the user typed; empty for any other record. */
  prompt: string;
  /** The client's own name for it; null if it has none. */
  id: string | null;
}

/** Longer outputs of tools stay in the client's log; the record says where. */
const MOST_OUTPUT = 4_000;
/** How the tools of Rappel are called by its clients: `mcp__rappel__search`, `mcp__plugin_rappel_rappel__search`, `mcp_rappel_search`. */
const OWN_TOOL = /(?:^|_)rappel_/;

/** What one line of a client's log adds to the conversation; shortens it. */
const READERS: Record<CaptureClient, (record: JsonRecord, reading: Reading) => ReadRecord[]> = {
  'claude-code': (record, reading) => one(record, readClaudeCode(record, reading)),
  codex: (record, reading) => one(record, readCodex(record, reading)),
  gemini: readGemini,
  cursor: (record) => one(record, readCursor(record)),
};

function one(record: JsonRecord, prompt: string | null): ReadRecord[] {
  return prompt === null ? [] : [{ record, prompt, id: textOf(record.uuid) || null }];
}

/** What the user typed, or null for a record that is not stored. */
function readClaudeCode(record: JsonRecord, reading: Reading): string | null {
  const { type } = record;
  if (type === 'summary' || type === 'custom-title' || type === 'ai-title') return '';
  if (type !== 'user' && type !== 'assistant') return null;
  if (record.isMeta === true || record.isSidechain === true || record.isCompactSummary === true) return null;
  const message = recordOf(record.message);
  if (message.model === '<synthetic>') return null;
  if (typeof message.content === 'string') return type === 'user' ? message.content : '';
  for (const block of listOf(message.content).map(recordOf)) {
    if (block.type === 'tool_use') noteOwn(reading, textOf(block.name), block.id);
    if (block.type === 'tool_result') shorten(block, 'content', block.tool_use_id, reading);
  }
  // The same output once more, as the client shows it.
  if (reading.isChanged) delete record.toolUseResult;
  const texts = listOf(message.content).map((block) => textOf(recordOf(block).text));
  return type === 'user' ? texts.join('\n') : '';
}

function readCodex(record: JsonRecord, reading: Reading): string | null {
  if (['event_msg', 'turn_context', 'compacted', 'world_state'].includes(textOf(record.type))) return null;
  const item = typeof record.payload === 'object' ? recordOf(record.payload) : record;
  const kind = textOf(item.type);
  if (kind.endsWith('_call'))
    noteOwn(reading, `${textOf(item.namespace)}_${textOf(item.name)}`, item.call_id);
  if (kind.endsWith('_output')) shorten(item, 'output', item.call_id, reading);
  // What hooks and the client itself tell the model.
  if (kind === 'message' && (item.role === 'developer' || item.role === 'system')) return null;
  if (kind !== 'message' || item.role !== 'user') return '';
  return listOf(item.content)
    .map((part) => textOf(recordOf(part).text))
    .join('\n');
}

/** A message is logged again each time that a tool which it called is done: its words and its calls are records of their own. */
function readGemini(record: JsonRecord, reading: Reading): ReadRecord[] {
  const set = recordOf(record.$set);
  if (Array.isArray(set.messages)) reading.isCopy = false;
  reading.isChanged = true;
  if (textOf(set.summary) !== '')
    return [{ record: { $set: { summary: set.summary } }, prompt: '', id: null }];
  if (record.type !== 'user' && record.type !== 'gemini') return [];
  const { id, type, timestamp } = record;
  const text = geminiText(record);
  const isUser = type === 'user';
  // Once it has shortened outputs of tools, the client logs the whole conversation again, from its own first message on.
  if (isUser && text.startsWith('<session_context>')) reading.isCopy = true;
  if (reading.isCopy) return [];
  const prompt = isUser ? saidByUser(text) : '';
  const said = { record: { id, type, timestamp, content: text }, prompt, id: textOf(id) };
  const calls = listOf(record.toolCalls).map((call) => {
    const kept = callOf(recordOf(call), reading);
    return { record: { id, type, timestamp, toolCalls: [kept] }, prompt: '', id: `${id} ${kept.id}` };
  });
  return [...(text.trim() === '' ? [] : [said]), ...calls];
}

function callOf({ id, name, args, status, result }: JsonRecord, reading: Reading): JsonRecord {
  const call: JsonRecord = { id, name, args, status, result };
  noteOwn(reading, textOf(name), id);
  shorten(call, 'result', id, reading);
  return call;
}

function readCursor(record: JsonRecord): string | null {
  const turn = cursorTurn(record);
  if (turn === null) return null;
  return turn.who === 'User' ? turn.text : '';
}

function noteOwn({ ownCalls }: Reading, name: string, id: unknown): void {
  if (OWN_TOOL.test(name) && typeof id === 'string') ownCalls.add(id);
}

function shorten(item: JsonRecord, field: string, call: unknown, reading: Reading): void {
  const isOwn = typeof call === 'string' && reading.ownCalls.delete(call);
  const length = (JSON.stringify(item[field]) ?? '').length;
  if (isOwn) {
    reading.isChanged = true;
    item[field] = '[from Rappel]';
  } else if (length > MOST_OUTPUT)
    item[field] = `[${length} characters, in the log at byte ${reading.line.offset}]`;
}

/** A line of a log, and where it begins. */
interface LogLine {
  text: string;
  offset: number;
}

interface Position {
  offset: number;
  before: string;
}

interface NewPart extends Position {
  lines: LogLine[];
  /** Where the first of them begins. */
  start: number;
  /** True if the log is not the one that was read before: everything in it is read again. */
  isRewritten: boolean;
  /** True if there is more to read. */
  hasMore: boolean;
}

/** So much of a log is read at once: a hook has a fifth of a second. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A line that is longer, as one with many pictures, is read whole up to this. */
const MOST_LINE_BYTES = 128 * 1024 * 1024;
const CHECKED_BYTES = 64;
const LINE_END = 0x0a;

/**
 * The complete lines of a log after a position. A line without an end is still being written, and is left for the next time.
 * If other bytes stand before the position, or the log is shorter, it is read from its start. Null if it can't be read.
 */
function newPartOf(file: string, from: Position, mostBytes = MOST_BYTES): NewPart | null {
  let log: number;
  try {
    log = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(log);
    const isSame = from.offset <= size && hashBefore(log, from.offset) === from.before;
    const start = isSame ? from.offset : 0;
    const bytes = readLines(log, start, { left: size - start, mostBytes });
    const hasMore = start + bytes.length < size;
    // A longer line is passed over.
    const end = bytes.lastIndexOf(LINE_END) + 1 || (hasMore ? bytes.length : 0);
    const offset = start + end;
    return {
      lines: linesIn(bytes.subarray(0, end), start),
      start,
      offset,
      before: hashBefore(log, offset),
      isRewritten: !isSame,
      hasMore,
    };
  } finally {
    closeSync(log);
  }
}

/** So many bytes that they hold a whole line. */
function readLines(log: number, start: number, { left, mostBytes }: { left: number; mostBytes: number }) {
  for (let most = mostBytes; ; most *= 2) {
    const bytes = read(log, start, Math.min(left, most));
    if (bytes.length >= left || most >= MOST_LINE_BYTES || bytes.includes(LINE_END)) return bytes;
  }
}

function linesIn(bytes: Buffer, start: number): LogLine[] {
  const lines: LogLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at);
    const stop = end === -1 ? bytes.length : end;
    if (stop > at) lines.push({ text: bytes.toString('utf8', at, stop), offset: start + at });
    at = stop + 1;
  }
  return lines;
}

function hashBefore(log: number, offset: number): string {
  const length = Math.min(CHECKED_BYTES, offset);
  return createHash('sha256')
    .update(read(log, offset - length, length))
    .digest('hex')
    .slice(0, 16);
}

function read(log: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(log, bytes, done, bytes.length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
