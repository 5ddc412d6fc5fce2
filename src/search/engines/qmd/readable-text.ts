import { STAMPED_FIELDS, splitFrontmatter } from '../../../vault/frontmatter.js';

/**
 * What QMD gets to read of a file: everything but the stamps, which every file has and every search would find.
 * Their lines stay, empty, so that every other line keeps its number; and a file that was only stamped anew stays the
 * same for QMD, vectors included.
 */
export function readableText(text: string): string {
  const { head } = splitFrontmatter(text);
  if (head === '') return text;
  return head.replace(STAMP, '') + text.slice(head.length);
}

const STAMP = new RegExp(`^(?:${STAMPED_FIELDS.join('|')}) *:[^\\r\\n]*`, 'gm');
