import type { FoundFile } from './walk-folder.js';

/** How the notes of a program are named and written here. */
export interface Layout {
  /** The name of a file here; null if it belongs to the program, not to the notes. */
  nameOf(name: string): string | null;
  textOf(name: string, text: string): string;
}

/** Looks at all files of a source, because notes refer to each other. `read` gives the text of one; null if it has none. */
export type MakeLayout = (files: readonly FoundFile[], read: (file: FoundFile) => string | null) => Layout;

export const asItIs: MakeLayout = () => ({ nameOf: (name) => name, textOf: (_, text) => text });

/** Applies a change to the target of each Markdown link and image that is not an address of the web. */
export function withLinkTargets(text: string, change: (target: string) => string | null): string {
  return text.replaceAll(
    LINK,
    (link, start: string, bracketed: string | undefined, plain: string | undefined) => {
      const target = bracketed ?? plain ?? '';
      if (/^(?:[a-z][a-z0-9+.-]{0,20}:|#|\/)/i.test(target)) return link;
      const changed = change(decoded(target));
      return changed === null ? link : `${start}(<${changed}>)`;
    },
  );
}

const LINK = /(\])\((?:<([^<>\n]{1,1000})>|([^()\s<>]{1,1000}(?:\([^()\s<>]{0,500}\)[^()\s<>]{0,500})?))\)/g;

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
