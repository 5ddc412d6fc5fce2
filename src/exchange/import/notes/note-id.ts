import { createHash } from 'node:crypto';

/** Identifies a note by its place at the source, which keeps two folders with the same names apart. */
export function noteId(origin: string, name: string): string {
  return createHash('sha256').update(`${origin}\0${name}`).digest('hex').slice(0, 16);
}

/** The id of the text of a file that is copied, as a PDF. */
export function textId(id: string): string {
  return `${id}-text`;
}
