import type { LeftOut } from '../item.js';

/** What a thread needs to read a document. */
export interface DocumentJob {
  format: FormatName;
  bytes: Uint8Array;
  /** Of the file, without its folder: `report.docx`. */
  name: string;
  /** Where links of the document start; null if it is imported alone, without the files beside it. */
  place: { root: string; folder: string } | null;
}

export type FormatName = 'pdf' | 'docx' | 'html' | 'mail';

/** A document as a note. */
export interface Document {
  /** Markdown, its title as H1; empty if the document contains no text. */
  text: string;
  /** What it says about itself, for the frontmatter. */
  fields: Record<string, string | readonly string[]>;
  /** The dates that it states; null if it states none. */
  created: Date | null;
  updated: Date | null;
  /** Its own id, if it has one that is the same everywhere: a message. */
  id: string | null;
  /** Files inside it. The text shows or links them by these names, which are relative to the note. */
  files: { name: string; bytes: Uint8Array }[];
  /** Relative addresses of images that it shows from beside it. */
  shown: string[];
  leftOut: LeftOut;
}

export function documentWith(parts: Partial<Document> & { text: string }): Document {
  return {
    fields: {},
    created: null,
    updated: null,
    id: null,
    files: [],
    shown: [],
    leftOut: {},
    ...parts,
  };
}

/** Thrown for a file that can't be read as a document; the message says why. */
export class UnreadableDocument extends Error {}

/** The text below its title as H1, unless it starts with one. */
export function underTitle(title: string, text: string): string {
  const heading = title.trim().replaceAll(/\s+/g, ' ');
  if (text.startsWith('# ') || heading === '') return text;
  return text === '' ? '' : `# ${heading}\n\n${text}`;
}

/** The name of a file without its ending, as a title. */
export function withoutEnding(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}
