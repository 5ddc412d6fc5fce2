import { createHash } from 'node:crypto';
import type { IndexedFile } from '../protocol.js';
import type { QmdInternal, QmdStore } from './qmd-api.js';

/** Contains no word: QMD indexes it as a part of every path. */
export const COLLECTION = '_';

export function knownFiles({ internal }: QmdStore): [string, string][] {
  const rows = internal.db.prepare('SELECT path, hash FROM rappel_files').all();
  return rows.map(({ path, hash }) => [path as string, hash as string]);
}

export function hashOfFile({ internal }: QmdStore, path: string): string {
  return (
    (internal.db.prepare('SELECT hash FROM rappel_files WHERE path = ?').get(path)?.hash as string) ?? ''
  );
}

/**
 * Indexes and forgets files one by one: its cost does not depend on the size of the vault. QMD's own `update` compares
 * every file, and leaves documents, contents and vectors of old texts behind.
 */
export function changeFiles({ internal }: QmdStore, put: IndexedFile[], remove: string[]): void {
  const { db } = internal;
  const work = db.transaction(() => {
    for (const path of remove) removeFile(internal, path);
    for (const file of put) putFile(internal, file);
  });
  work.immediate();
}

function putFile(internal: QmdInternal, { path, text, hash }: IndexedFile): void {
  if (text.trim() === '') removeFile(internal, path);
  else putText(internal, path, text);
  internal.db.prepare('INSERT OR REPLACE INTO rappel_files (path, hash) VALUES (?, ?)').run(path, hash);
}

/** QMD ignores empty texts: it would wait forever for their vectors. */
function putText(internal: QmdInternal, path: string, text: string): void {
  const content = createHash('sha256').update(text).digest('hex');
  const now = new Date().toISOString();
  const title = titleOf(path, text);
  const existing = internal.findActiveDocument(COLLECTION, path);
  internal.insertContent(content, text, now);
  if (existing === null) internal.insertDocument(COLLECTION, path, title, content, now, now);
  else if (existing.hash !== content) {
    internal.updateDocument(existing.id, title, content, now);
    forgetContent(internal, existing.hash);
  }
}

function removeFile(internal: QmdInternal, path: string): void {
  const existing = internal.findActiveDocument(COLLECTION, path);
  internal.db.prepare('DELETE FROM rappel_files WHERE path = ?').run(path);
  if (existing === null) return;
  internal.deactivateDocument(COLLECTION, path);
  internal.db.prepare('DELETE FROM documents WHERE id = ?').run(existing.id);
  forgetContent(internal, existing.hash);
}

/** Takes out a text that no file has any more, with its vectors. */
function forgetContent({ db }: QmdInternal, hash: string): void {
  if (db.prepare('SELECT 1 FROM documents WHERE hash = ? LIMIT 1').get(hash) !== undefined) return;
  db.prepare('DELETE FROM content WHERE hash = ?').run(hash);
  const vectors = db.prepare('SELECT seq FROM content_vectors WHERE hash = ?').all(hash);
  if (vectors.length === 0) return;
  const remove = db.prepare('DELETE FROM vectors_vec WHERE hash_seq = ?');
  for (const { seq } of vectors) remove.run(`${hash}_${seq}`);
  db.prepare('DELETE FROM content_vectors WHERE hash = ?').run(hash);
}

/** As QMD names its documents: the first large heading, else the file. */
function titleOf(path: string, text: string): string {
  const heading = /\.(?:md|markdown)$/i.test(path) ? /^##?\s+(.+)$/m.exec(text)?.[1]?.trim() : undefined;
  return heading || (path.split('/').pop() ?? path).replace(/\.[^.]+$/, '');
}
