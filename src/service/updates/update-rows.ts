import { createHash } from 'node:crypto';
import type { UpdateInput } from '../../agents/update.js';
import type { Database } from '../../shared/sqlite.js';
import { wallKey } from '../../vault/wall.js';
import { fromStored, toStored } from './stored-input.js';
import { parseStoredInput } from './stored-update.js';
import type { UpdateStatus } from './update-status.js';

/** Of an update whose input is no longer kept. */
export interface FiledId {
  /** Null if the input was purged: nothing of it is kept. */
  digest: string | null;
  accepted: string;
}

/** Stores an update with its images, after all others. */
export function addUpdate(database: Database, input: UpdateInput, status: UpdateStatus): void {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO updates (id, state, digest, status, input) VALUES (?, ?, ?, ?, ?)')
    .run(status.id, status.state, digestOf(input), JSON.stringify(status), JSON.stringify(toStored(input)));
  const add = database.prepare('INSERT INTO update_images (number, nth, bytes) VALUES (?, ?, ?)');
  for (const [nth, { bytes }] of input.images.entries()) add.run(lastInsertRowid, nth, bytes);
}

/** Null if there is no such update. */
export function inputOf(database: Database, id: string): UpdateInput | null {
  const row = database.prepare('SELECT number, input FROM updates WHERE id = ?').get(id);
  if (row === undefined) return null;
  const images = database
    .prepare('SELECT bytes FROM update_images WHERE number = ? ORDER BY nth')
    .all(row.number!);
  return fromStored(parseStoredInput(String(row.input)), (_, at) =>
    Buffer.from(images[at]!.bytes as Uint8Array),
  );
}

/** What is known of the input of an id, also after the update left; undefined for a new id. */
export function knownDigest(database: Database, id: string): string | null | undefined {
  const row =
    database.prepare('SELECT digest FROM updates WHERE id = ?').get(id) ??
    database.prepare('SELECT digest FROM filed_ids WHERE id = ?').get(id);
  if (row === undefined) return undefined;
  return row.digest === null ? null : String(row.digest);
}

/** Removes an update with its images; its id stays known, and without `keepsDigest` nothing but that. */
export function removeUpdate(database: Database, id: string, keepsDigest: boolean): void {
  const row = database.prepare('SELECT number, digest, status FROM updates WHERE id = ?').get(id);
  if (row === undefined) return;
  const { accepted }: UpdateStatus = JSON.parse(String(row.status));
  database.prepare('DELETE FROM filed_ids WHERE id = ?').run(id);
  addFiledId(database, id, { digest: keepsDigest ? String(row.digest) : null, accepted });
  database.prepare('DELETE FROM update_images WHERE number = ?').run(row.number!);
  database.prepare('DELETE FROM updates WHERE number = ?').run(row.number!);
}

/** An id that is known stays as it is. */
export function addFiledId(database: Database, id: string, { digest, accepted }: FiledId): void {
  database
    .prepare('INSERT OR IGNORE INTO filed_ids (id, digest, accepted) VALUES (?, ?, ?)')
    .run(id, digest, accepted);
}

/** Distinguishes two inputs; short, because it stays after the input is gone. */
export function digestOf({ text, inbox_ref, images, project, kind, session, wall }: UpdateInput): string {
  const given = project == null && kind == null ? [] : [project ?? null, kind ?? null];
  const drawn = session == null ? [] : [session.path, session.from, session.to];
  const hash = createHash('sha256').update(
    JSON.stringify([text, inbox_ref, ...given, ...drawn, ...(wall ? [wallKey(wall)] : [])]),
  );
  for (const { name, media_type, bytes } of images) {
    hash.update(JSON.stringify([name, media_type, bytes.length])).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
