import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromStored, toStored } from '../../service/updates/stored-input.js';
import { parseStatus, parseStoredInput } from '../../service/updates/stored-update.js';
import { addFiledId, addUpdate, inputOf } from '../../service/updates/update-rows.js';
import { FRESH, isWaiting, type UpdateStatus } from '../../service/updates/update-status.js';
import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, closeState, flushState, readState } from '../../vault/state-database.js';
import { type Words, words } from '../../words/message.js';
import type { TarEntry } from './tar-write.js';

/*
 * The updates of a vault in an archive: a folder for each, as `.rappel/queue/000000042-id/`, with its status, its input and its images, and
 * a line for each id that left the queue. The database itself is never part of an archive: it has what lets somebody in.
 */

export const FILED_IDS = 'filed-ids';

/** Why an update from an archive waits. */
export const HELD = 'it came with an imported archive and is not filed yet';

/** The entries of a vault's updates, each as it is when it is asked for. */
export function* archivedQueue(root: string): Generator<TarEntry> {
  flushState(root);
  const rows = readState(root, [], (database) =>
    database.prepare('SELECT number, id FROM updates ORDER BY number').all(),
  );
  for (const { number, id } of rows) {
    const found = readState(root, null, (database) => {
      const row = database.prepare('SELECT status FROM updates WHERE id = ?').get(id!);
      return row === undefined ? null : { status: String(row.status), input: inputOf(database, String(id))! };
    });
    // Purged meanwhile.
    if (found === null) continue;
    const folder = `.rappel/queue/${String(number).padStart(9, '0')}-${id}`;
    const stored = toStored(found.input);
    yield entry(`${folder}/input.json`, JSON.stringify(stored));
    for (const [at, { file }] of stored.images.entries())
      yield entry(`${folder}/${file}`, found.input.images[at]!.bytes);
    yield entry(`${folder}/status.json`, found.status);
  }
  const filed = readState(root, [], (database) =>
    database.prepare('SELECT id, digest, accepted FROM filed_ids ORDER BY rowid').all(),
  );
  const lines = filed.map(({ id, digest, accepted }) => `${id} ${digest ?? '-'} ${accepted}\n`);
  if (lines.length > 0) yield entry(`.rappel/${FILED_IDS}`, lines.join(''));
}

/**
 * Takes the updates that came with an archive into the database. Those that are not filed yet wait for the user's confirmation: anyone may
 * have written them, and filing changes the vault. Returns how many wait.
 */
export function acceptQueue(root: string): number {
  const folder = join(root, '.rappel', 'queue');
  const filedIds = join(root, '.rappel', FILED_IDS);
  const ids = new Set<string>();
  let held = 0;
  const names = namesIn(folder).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const lines = (readOrNull(filedIds) ?? '').split('\n').filter((line) => line !== '');
  if (names.length + lines.length === 0) return 0;
  try {
    changeState(root, acceptAll);
  } finally {
    closeState(root);
  }
  rmSync(folder, { recursive: true, force: true });
  rmSync(filedIds, { force: true });
  return held;

  function acceptAll(database: Database): void {
    for (const name of names) {
      const id = name.slice(name.indexOf('-') + 1);
      if (ids.has(id)) throw refused(id, words`it is in the queue twice`);
      ids.add(id);
      if (acceptOne(database, join(folder, name), id)) held++;
    }
    for (const line of lines) {
      const [id = '', digest = '-', accepted = ''] = line.split(' ');
      if (!ids.has(id)) addFiledId(database, id, { digest: digest === '-' ? null : digest, accepted });
    }
  }
}

/** True if it waits. */
function acceptOne(database: Database, folder: string, id: string): boolean {
  const input = inputIn(folder, id);
  if (input === null) return false;
  const status = parseStatus(readOrNull(join(folder, 'status.json')) ?? '', id) ?? unknown(id);
  const isHeld = isWaiting(status.state);
  addUpdate(
    database,
    input,
    isHeld ? { ...status, state: 'failed', steps: [], reason: HELD, retry: undefined } : status,
  );
  return isHeld;
}

/** Null for one that a damaged disk has cut short: it can't be filed, but the rest is fine. */
function inputIn(folder: string, id: string) {
  const json = readOrNull(join(folder, 'input.json')) ?? '';
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  try {
    const stored = parseStoredInput(json);
    return fromStored(stored, (file) => readFileSync(join(folder, file)));
  } catch (error) {
    throw refused(id, { words: (error as Error).message });
  }
}

/** It is unknown whether it was filed: it waits for the user to retry it rather than be filed twice. */
function unknown(id: string): UpdateStatus {
  const reason = 'its status was damaged on the disk; its input is kept';
  return { ...FRESH, id, accepted: localTimestamp(new Date()), state: 'failed', reason };
}

function refused(id: string, reason: Words): RappelError {
  return new RappelError('invalid_input', 'archive.bad_update', { id, reason });
}

function entry(path: string, content: string | Buffer): TarEntry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { path, size: bytes.length, mode: 0o600, modified: new Date(), content: [bytes] };
}
