import { createKeptStore, createStore } from '../api/store.js';
import { createKeptImages } from './kept-images.js';

export type Mode = 'update' | 'search';

const SENT = 50;

export type Composer = ReturnType<typeof createComposer>;

/** What the input holds; all of it outlives a reload. */
export function createComposer() {
  return {
    text: createKeptStore('rappel.draft', ''),
    mode: createKeptStore<Mode>('rappel.mode', 'update'),
    images: createKeptImages(),
    /** The inbox item that is being answered. */
    answering: createKeptStore<{ item: string; question: string } | null>('rappel.answering', null),
    /** Sent texts, newest first. */
    sent: createKeptStore<readonly string[]>('rappel.sent', []),
    /** What could not be delivered, under its id: sent again as it was, it is still the same. */
    pending: createKeptStore<{ id: string; content: string } | null>('rappel.pending', null),
    /** Counts the wishes to write: the field takes the focus. */
    focus: createStore(0),
  };
}

export function remember(sent: readonly string[], text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return sent;
  return [trimmed, ...sent.filter((known) => known !== trimmed)].slice(0, SENT);
}
