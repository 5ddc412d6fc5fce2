import { STAMPED_FIELDS } from '../../vault/frontmatter.js';

export const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
/** A heading that states what was decided; others only name. */
export function namesDecision(line: string): boolean {
  return HEADING.test(line) && /\[d[eé]cision\]/i.test(line);
}
/** A line of frontmatter that Rappel keeps itself. */
export const STAMP = new RegExp(`^(?:${STAMPED_FIELDS.join('|')}) *:`);
/** A line of several fields: `status: open | prio: high`. */
export const SEVERAL_FIELDS = /^\s*\p{L}[\p{L} _-]{0,30}\s?:\s[^|]*\|[^|]*:/u;

/** A line of fields, which says something only about the text it belongs to: `status: open | prio: high`, `project: x`. */
export function isFieldLine(line: string): boolean {
  return SEVERAL_FIELDS.test(line) || (line.length <= LONGEST_FIELD && ONE_FIELD.test(line));
}

/** Written small: a turn of a chat starts with a name. */
const ONE_FIELD = /^\s*\p{Ll}[\p{L}_-]{0,30}\s?:\s+\S/u;
const LONGEST_FIELD = 80;
