import { isId } from '../../shared/ids.js';
import { printable, type VaultPath, visiblePath } from '../../vault/paths.js';
import { words } from '../../words/message.js';
import type { ChangedFile, HistoryEntry, Source } from './history.js';
import { refusedHistory } from './store.js';

/**
 * The message of a commit: the reason on its first line, then the entry as JSON on the last. Its fields are always in one
 * order, so that an entry that is written again has the same commit, here and on other machines.
 */
export function writeMessage(entry: HistoryEntry): Buffer {
  return Buffer.from([...messageParts(entry)].join(''));
}

/** The message in pieces: the first entry of a vault names every file, so it may be large. */
export function* messageParts(entry: HistoryEntry): Generator<string> {
  const { id, time, source, reason, input, files, undoes, partly, wall, machine, author } = entry;
  const before = JSON.stringify({ id, time, source, reason, input }).slice(0, -1);
  const after = JSON.stringify({ undoes, partly, wall, machine, author }).slice(1);
  yield `${reason.replaceAll(/\s+/g, ' ')}\n\n${before},"files":[`;
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = JSON.stringify(files.slice(at, at + FILES_AT_ONCE)).slice(1, -1);
    yield at === 0 ? some : `,${some}`;
  }
  yield after === '}' ? ']}\n' : `],${after}\n`;
}

const FILES_AT_ONCE = 500;

/** Parses an entry field by field: anyone may have written the folder. */
export function readMessage(message: string): HistoryEntry {
  const text = message.trimEnd();
  const found = parse(text.slice(text.lastIndexOf('\n') + 1));
  const { id, time, source, reason, input, files, undoes, partly, wall, machine, author } = found;
  if (typeof id !== 'string' || !isId(id)) throw unreadable('id', id);
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(time))
    throw unreadable('time', time);
  if (!SOURCES.includes(source as Source)) throw unreadable('source', source);
  if (typeof reason !== 'string') throw unreadable('reason', reason);
  if (input !== null && (typeof input !== 'string' || !isId(input))) throw unreadable('input', input);
  if (!Array.isArray(files)) throw unreadable('files', files);
  if (undoes !== undefined && (typeof undoes !== 'string' || !isId(undoes)))
    throw unreadable('undoes', undoes);
  return {
    id,
    time,
    source: source as Source,
    reason,
    input,
    files: files.flatMap(readFile),
    ...(undoes !== undefined && { undoes }),
    ...(partly === true && { partly }),
    ...(typeof wall === 'string' && { wall }),
    ...(typeof machine === 'string' && { machine: printable(machine.slice(0, MOST_NAME)) }),
    ...(typeof author === 'string' && { author: printable(author.slice(0, MOST_EMAIL)) }),
  };
}

const MOST_NAME = 60;
const MOST_EMAIL = 254;

const SOURCES: readonly Source[] = [
  'update',
  'page',
  'tool',
  'outside',
  'undo',
  'restore',
  'init',
  'import',
  'sync',
  'trim',
];
const CHANGES: readonly ChangedFile['change'][] = ['added', 'changed', 'deleted'];

function readFile(file: unknown): ChangedFile[] {
  const { path, change, link } = Object(file) as Record<string, unknown>;
  if (!CHANGES.includes(change as ChangedFile['change'])) throw unreadable('change', change);
  const checked = historyPath(path);
  if (checked === null) return [];
  return [{ path: checked, change: change as ChangedFile['change'], ...(link === true && { link }) }];
}

/**
 * A path from a tree or an entry. A path that leads outside means that Rappel did not write this history. Null for
 * a name that this system can't store (a backslash on Windows): it was recorded on another system and is skipped.
 */
export function historyPath(path: unknown): VaultPath | null {
  if (typeof path !== 'string' || path.split(/[/\\]/).some((name) => name === '' || name.startsWith('.')))
    throw refusedHistory(words`it contains a path that leads outside the vault (${shorten(path)})`);
  if (path !== path.normalize('NFC'))
    throw refusedHistory(words`it contains a name that Rappel spells otherwise (${shorten(path)})`);
  return visiblePath(path);
}

function parse(json: string): Record<string, unknown> {
  try {
    const found = JSON.parse(json);
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // Not written by us.
  }
  throw refusedHistory(words`it contains a commit that Rappel did not write`);
}

function unreadable(field: string, value: unknown) {
  return refusedHistory(words`an entry has an unreadable ${field} (${shorten(value)})`);
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
