import { decodedAddress } from '../../../vault/links/resolve-link.js';
import type { FoundFile } from './walk-folder.js';

/** How the notes of a program are named and written here. */
interface Layout {
  /** The name of a file here, or why it is left out. */
  nameOf(name: string): string | { skipped: string };
  textOf(name: string, text: string): string;
  /** The dates that the program states outside the note. */
  datesOf?(name: string): { created: Date | null; updated: Date | null } | undefined;
  /** What the program calls a note in every export; without it a note is known by its place at the source. */
  idOf?(name: string): string | undefined;
  /** A note that shows what a copied file contains, by its name here. */
  noteOf?(name: string): { name: string; text: string } | undefined;
}

/**
 * Looks at all files of a source, because notes refer to each other. `read` gives the text of one; null if it has none.
 * `title` is the name of the source.
 */
export type MakeLayout = (
  files: readonly FoundFile[],
  read: (file: FoundFile) => string | null,
  title: string,
) => Layout;

export const asItIs: MakeLayout = () => ({ nameOf: (name) => name, textOf: (_, text) => text });

export const OF_THE_PROGRAM = { skipped: 'belongs to the program, or was in its trash' };

/**
 * Applies a change to the target of each Markdown link and image: a path, or an address that begins as `own` does. Null
 * keeps the link.
 */
export function withLinkTargets(
  text: string,
  change: (target: string) => string | null,
  own?: RegExp,
): string {
  return text.replaceAll(
    LINK,
    (link, start: string, bracketed: string | undefined, plain: string | undefined) => {
      const target = bracketed ?? plain ?? '';
      if (/^(?:[a-z][a-z0-9+.-]{0,20}:|#|\/)/i.test(target) && own?.test(target) !== true) return link;
      const changed = change(decodedAddress(target));
      return changed === null ? link : `${start}(<${changed}>)`;
    },
  );
}

const LINK = /(\])\((?:<([^<>\n]{1,1000})>|([^()\s<>]{1,1000}(?:\([^()\s<>]{0,500}\)[^()\s<>]{0,500})?))\)/g;
