import type { SourceFile } from './source-file.js';

/** One file that an import would make. */
export interface ImportItem {
  /** What a person knows it by: its path at the source, or the title of a conversation. */
  from: string;
  /** The path it gets below the destination. */
  name: string;
  /** Kept in its frontmatter as `source`. */
  kind: string;
  /** The same for the same thing at every run. */
  sourceId: string;
  created: Date | null;
  updated: Date | null;
  /** A text to be written, or a file to be copied as it is. */
  content: { text: string } | { file: SourceFile };
  /** Worth a word in the preview. */
  note?: string;
}

/** Something that is not imported, and why. */
export interface SkippedItem {
  from: string;
  skipped: string;
}

export type Offer = ImportItem | SkippedItem;

export interface ImportSource {
  /** For a person: `ChatGPT export`, `Obsidian vault`. */
  label: string;
  /** Where it lies. */
  path: string;
  /** Everything in it, one at a time and in the same order at every call: it is read once to plan and once to write. */
  offers(): AsyncIterable<Offer>;
  /** Removes what was laid out to read it; nothing can be offered after that. */
  close?(): void;
}

export function isSkipped(offer: Offer): offer is SkippedItem {
  return 'skipped' in offer;
}
