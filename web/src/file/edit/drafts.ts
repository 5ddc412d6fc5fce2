import { storageKey } from '../../api/base.js';
import { newId } from '../../api/new-id.js';

/** What was typed and is not saved yet, with the text that it began with. */
interface Draft {
  base: string;
  text: string;
}

/**
 * Drafts outlive the page. Each tab keeps its own: two that type into one file without a connection keep both texts. A
 * browser that keeps nothing (private mode, a full disk) loses nothing else.
 */
export const drafts = {
  has: (path: string): boolean => keysOf(path).length > 0,
  /** The draft with which this tab goes on: its own from before a reload, else one that another tab left behind. */
  take(path: string): Draft | null {
    const [key] = keysOf(path);
    if (key === undefined) return null;
    try {
      const text = localStorage.getItem(key)!;
      localStorage.setItem(keyOf(path, tab()), text);
      if (key !== keyOf(path, tab())) localStorage.removeItem(key);
      return JSON.parse(text) as Draft;
    } catch {
      return null;
    }
  },
  keep(path: string, draft: Draft): void {
    try {
      localStorage.setItem(keyOf(path, tab()), JSON.stringify(draft));
    } catch {}
  },
  /** The file was moved, and its draft goes with it. */
  move(from: string, to: string): void {
    const draft = drafts.take(from);
    if (draft === null) return;
    drafts.keep(to, draft);
    drafts.drop(from);
  },
  /** Of this tab: what another has typed stays. */
  drop(path: string): void {
    try {
      localStorage.removeItem(keyOf(path, tab()));
    } catch {}
  },
};

/** Those of this tab first. */
function keysOf(path: string): string[] {
  try {
    const own = [tab(), earlierTab].map((id) => keyOf(path, id));
    const rank = (key: string) => (own.includes(key) ? own.indexOf(key) : own.length);
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyOf(path, '')))
      .sort((a, b) => rank(a) - rank(b));
  } catch {
    return [];
  }
}

/** No path has a line end in it. */
function keyOf(path: string, tabId: string): string {
  return `${storageKey('rappel.draft')} ${path}\n${tabId}`;
}

let ownTab: string | null = null;
let earlierTab = '';

/** New with each load: a tab that is duplicated gets the storage of the other. */
function tab(): string {
  if (ownTab !== null) return ownTab;
  ownTab = newId();
  try {
    earlierTab = sessionStorage.getItem(storageKey('rappel.tab')) ?? '';
    sessionStorage.setItem(storageKey('rappel.tab'), ownTab);
  } catch {}
  return ownTab;
}
