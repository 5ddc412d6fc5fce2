import { createHash } from 'node:crypto';
import type { Bytes } from './files.js';

/** The id that git gives a content: the history and the index know a content by it, and can be compared. */
export function blobId(content: Bytes): string {
  return hashOf(content).toString('hex');
}

/** The same for a text, as bytes. */
export function blobHash(text: string): Buffer {
  return hashOf(Buffer.from(text));
}

function hashOf(content: Bytes): Buffer {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest();
}
