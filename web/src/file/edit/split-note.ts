import { splitFile } from '../../markdown/frontmatter.js';

/**
 * A file as it is edited: the frontmatter, which Rappel keeps, and the text below it. `opening` are the empty lines with
 * which the editor's text begins; all others belong to the head.
 */
export function splitNote(text: string, opening = ''): { head: string; body: string } {
  const below = splitFile(text).body.replace(/^[\r\n]+/, '');
  const body = text.endsWith(opening + below) ? opening + below : below;
  return { head: text.slice(0, text.length - body.length), body };
}

export function openingOf(body: string): string {
  return /^[\r\n]*/.exec(body)![0];
}
