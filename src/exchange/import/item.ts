import { RappelError } from '../../shared/errors.js';
import type { SourceFile } from './source-file.js';

/** A file that an import would create. */
export interface ImportItem {
  /** How a person recognises it: its path at the source, or the title of a conversation. */
  from: string;
  /** Its path below the destination. */
  name: string;
  /** Kept in its frontmatter as `source`. */
  kind: string;
  /** Stable: the same item has the same id in every run. */
  sourceId: string;
  /** Its place at the source as an id, where `sourceId` does not say it: that of a message is the same everywhere. */
  place?: string;
  created: Date | null;
  updated: Date | null;
  /** A text to write, or a file to copy as it is: from the disk, or from inside another file. */
  content: { text: string } | { file: SourceFile } | { bytes: Uint8Array };
  /** The id of the file whose text this is: it goes wherever that file goes. */
  textOf?: string;
  /** A remark for the preview. */
  note?: string;
  /** How many of each kind the text lacks: `images: 2`. */
  leftOut?: LeftOut;
}

export type LeftOut = Readonly<Record<string, number>>;

/** Counts by kind what is left out. */
export function createCount(): { add(kind: string, count?: number): void; all: LeftOut } {
  const all: Record<string, number> = {};
  return {
    all,
    add(kind, count = 1) {
      if (count > 0) all[kind] = (all[kind] ?? 0) + count;
    },
  };
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
  /** Where it is. */
  path: string;
  /** If it has everything that its program holds, the kind of its items; otherwise null. */
  completeKind: string | null;
  /** Its items, one at a time and in the same order at every call: they are read once to plan and once to write. */
  offers(): AsyncIterable<Offer>;
  /** Removes temporary files; no items can be read after that. */
  close?(): void;
}

export function isSkipped(offer: Offer): offer is SkippedItem {
  return 'skipped' in offer;
}

/** Offers of one file; if it can't be read, the reason takes the place of what is missing. */
export async function* orReason(from: string, offers: AsyncIterable<Offer>): AsyncGenerator<Offer> {
  try {
    yield* offers;
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    yield { from, skipped: error.message };
  }
}
