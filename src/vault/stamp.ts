import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type Bytes, isText } from './files.js';
import {
  bodyOf,
  fieldOf,
  foreignFields,
  STAMPED_FIELDS,
  setFields,
  splitFrontmatter,
} from './frontmatter.js';
import { trimLineEnds } from './lines.js';
import { countTokens } from './tokens.js';

/** Writes the three fields of a Markdown text and counts its `tokens`. Changes no other byte. */
export function stamp(text: string, times: { created: string; updated: string }): string {
  // Fields first: in a file without any, the empty line below them belongs to the counted text.
  const stamped = setFields(text, { ...times, tokens: '0' });
  return setFields(stamped, { tokens: String(countTokens(bodyOf(stamped))) });
}

/** When a file was created. Some file systems don't know and return 0. */
export function birthOf(stats: Stats): Date {
  return stats.birthtimeMs > 0 ? stats.birthtime : stats.mtime;
}

/** True if the fields exist and `tokens` is right: such a file is stamped again only if its body changed. */
export function isStamped(text: string): boolean {
  const { yaml } = splitFrontmatter(text);
  if (yaml === null || STAMPED_FIELDS.some((key) => fieldOf(yaml, key) === null)) return false;
  return fieldOf(yaml, 'tokens') === String(countTokens(bodyOf(text)));
}

/** Identifies a version of a file: equal for two texts that differ only in the three fields. */
export function versionOf(text: string): string {
  const { yaml } = splitFrontmatter(text);
  // Stamping a file without frontmatter adds an empty line above its body.
  const body = trimLineEnds(bodyOf(text), 'start');
  return createHash('sha256')
    .update(foreignFields(yaml ?? ''))
    .update('\0')
    .update(body)
    .digest('hex');
}

/** The same for any file: text by its content, others by their bytes. */
export function versionOfBytes(bytes: Bytes): string {
  return isText(bytes) ? versionOf(bytes.toString('utf8')) : createHash('sha256').update(bytes).digest('hex');
}
