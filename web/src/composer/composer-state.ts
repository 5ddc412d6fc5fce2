import { createKeptStore, createStore, type Store } from '../api/store.js';

export type Mode = 'update' | 'search';

/** An image that waits to be sent. */
export interface DraftImage {
  id: string;
  file: File;
  /** A blob address for the preview. */
  preview: string;
}

/** What the input holds. Text and mode outlive a reload; images don't. */
export interface Composer {
  text: Store<string>;
  mode: Store<Mode>;
  images: Store<readonly DraftImage[]>;
  /** The inbox item that is being answered. */
  answering: Store<{ item: string; question: string } | null>;
  /** Sent texts, newest first. */
  sent: Store<readonly string[]>;
  /** The id of an update that could not be delivered: sent again, it is still the same update. */
  pending: Store<{ id: string; text: string } | null>;
  /** What was told, by the id of its update; the latest ones. */
  told: Store<Record<string, string>>;
  /** Counts the wishes to write: the field takes the focus. */
  focus: Store<number>;
}

const SENT = 50;
const TOLD = 100;
const TOLD_CHARACTERS = 600;

export function createComposer(): Composer {
  return {
    text: createKeptStore('rappel.draft', ''),
    mode: createKeptStore<Mode>('rappel.mode', 'update'),
    images: createStore<readonly DraftImage[]>([]),
    answering: createStore<{ item: string; question: string } | null>(null),
    sent: createKeptStore<readonly string[]>('rappel.sent', []),
    pending: createKeptStore<{ id: string; text: string } | null>('rappel.pending', null),
    told: createKeptStore<Record<string, string>>('rappel.told', {}),
    focus: createStore(0),
  };
}

export function remember(sent: readonly string[], text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return sent;
  return [trimmed, ...sent.filter((known) => known !== trimmed)].slice(0, SENT);
}

/** Keeps the beginning of a text, as the title of its activity. */
export function noteTold(told: Record<string, string>, id: string, text: string): Record<string, string> {
  const entries = [...Object.entries(told), [id, text.slice(0, TOLD_CHARACTERS)]];
  return Object.fromEntries(entries.slice(-TOLD));
}
