import { isUtf8 } from 'node:buffer';
import { chmodSync, readFileSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { errorAt, ioError, RappelError } from '../../shared/errors.js';
import { writeIfUnchanged } from '../../vault/files.js';
import { words } from '../../words/message.js';
import { applyTextEdits, type Edit, unchangeable } from './edit.js';

/** The edits that put our entry into a text, or take it out. */
export type EditSettings = (text: string, wanted: 'in' | 'out') => Edit[];

/** The text of a client's settings; empty if there are none yet. */
export function settingsText(file: string): string {
  return read(file).text;
}

/**
 * Puts our entry in. Works on what the file holds at this moment, and replaces it only if it still holds that: the
 * client may write its settings at any time. A backup beside it keeps the previous settings.
 */
export function putIn(file: string, edit: EditSettings): void {
  retryIfStale(file, () => {
    const current = read(file);
    const next = applyTextEdits(current.text, edit(current.text, 'in'));
    if (next === current.text) return;
    // This only updates our entry: the backup from before the first install stays.
    if (!isOnlyOurs(current, edit)) keepBackup(current);
    write(current, next);
  });
}

/** Removes our entry. If nothing else changed since, the file gets the exact bytes of its backup; otherwise only our lines go. */
export function takeOutOfSettings(file: string, edit: EditSettings): void {
  retryIfStale(file, () => {
    const current = read(file);
    const next = applyTextEdits(current.text, edit(current.text, 'out'));
    if (next === current.text) return;
    if (!isOnlyOurs(current, edit)) {
      keepBackup(current);
      write(current, next);
      return;
    }
    const backup = read(backupOf(current.target));
    if (backup.bytes === null) remove(current);
    else write(current, backup.text);
    rmSync(backup.target, { force: true });
  });
}

/** Replaces the text of a file that is read by everyone, without a backup; returns the new one. */
export function replaceText(file: string, change: (text: string) => string): string {
  let next = '';
  retryIfStale(file, () => {
    const current = read(file);
    next = change(current.text);
    if (next !== current.text) writeIfUnchanged(current, current.bytes, next);
  });
  return next;
}

function backupOf(file: string): string {
  return `${file}.rappel-backup`;
}

interface Settings {
  /** As the user knows it. */
  shown: string;
  /** Links followed: a link stays a link. */
  target: string;
  stats: Stats | null;
  /** Null if there is no file. */
  bytes: Buffer | null;
  text: string;
}

function read(file: string): Settings {
  try {
    const stats = statSync(file, { throwIfNoEntry: false }) ?? null;
    if (stats === null) return { shown: file, target: file, stats, bytes: null, text: '' };
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw unchangeable(words`it is not UTF-8 text`);
    return { shown: file, target: realpathSync(file), stats, bytes, text: bytes.toString('utf8') };
  } catch (error) {
    throw ioError(error, file);
  }
}

/** True if the file is its backup (or, without one, no file at all) with our entry added. */
function isOnlyOurs(current: Settings, edit: EditSettings): boolean {
  const { text } = read(backupOf(current.target));
  const out = (settings: string) => applyTextEdits(settings, edit(settings, 'out'));
  try {
    return out(text) === text && out(applyTextEdits(text, edit(text, 'in'))) === out(current.text);
  } catch (error) {
    // A backup that can't be edited is not what our entry was added to.
    if (error instanceof RappelError) return false;
    throw error;
  }
}

function keepBackup({ target, stats, bytes }: Settings): void {
  if (bytes === null) return;
  const backup = read(backupOf(target));
  // As private as the settings themselves.
  writeIfUnchanged({ ...backup, stats }, backup.bytes, bytes);
}

function write(current: Settings, next: string): void {
  writeIfUnchanged(current, current.bytes, next);
  if (current.bytes === null) chmodSync(current.target, 0o600);
}

function remove({ shown, target, bytes }: Settings): void {
  if (bytes === null || !readFileSync(target).equals(bytes)) throw changing(shown);
  rmSync(target);
}

/** A client that has just written is done with it: the next attempt sees what it wrote. */
function retryIfStale(file: string, change: () => void): void {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      change();
      return;
    } catch (error) {
      if (!(error instanceof RappelError) || error.code !== 'stale') throw withFile(error, file);
    }
  }
  throw changing(file);
}

/** Errors name the file, also those of an edit, which knows only the text. */
export function withFile(error: unknown, file: string): unknown {
  if (!(error instanceof RappelError) || error.path !== null) return error;
  return errorAt(error, file);
}

function changing(path: string): RappelError {
  return new RappelError('stale', 'client.settings_keep_changing', { path });
}
