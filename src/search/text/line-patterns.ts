import { STAMPED_FIELDS } from '../../vault/frontmatter.js';

export const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
/** A line of frontmatter that Rappel keeps itself. */
export const STAMP = new RegExp(`^(?:${STAMPED_FIELDS.join('|')}) *:`);
