import { createKeptStore, createStore, type Store } from '../api/store.js';
import { createKeptImages, type DraftImage } from './kept-images.js';

export type Mode = 'update' | 'search';

/** What the input holds; all of it outlives a reload. */
export interface Composer {
  text: Store<string>;
  mode: Store<Mode>;
  images: Store<readonly DraftImage[]>;
  /** The inbox item that is being answered. */
  answering: Store<{ item: string; question: string } | null>;
  /** Sent texts, newest first. */
  sent: Store<readonly string[]>;
  /** What could not be delivered, under its id: sent again as it was, it is still the same. */
  pending: Store<{ id: string; content: string } | null>;
  /** Counts the wishes to write: the field takes the focus. */
  focus: Store<number>;
}

const SENT = 50;

export function createComposer(): Composer {
  return {
    text: createKeptStore('rappel.draft', ''),
    mode: createKeptStore<Mode>('rappel.mode', 'update'),
    images: createKeptImages(),
    answering: createKeptStore<{ item: string; question: string } | null>('rappel.answering', null),
    sent: createKeptStore<readonly string[]>('rappel.sent', []),
    pending: createKeptStore<{ id: string; content: string } | null>('rappel.pending', null),
    focus: createStore(0),
  };
}

export function remember(sent: readonly string[], text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return sent;
  return [trimmed, ...sent.filter((known) => known !== trimmed)].slice(0, SENT);
}
