/** What was typed and is not saved yet, with the text that it began with. */
export interface Draft {
  base: string;
  text: string;
}

/** Drafts outlive the page. A browser that keeps nothing (private mode, a full disk) loses nothing else. */
export const drafts = {
  read(path: string): Draft | null {
    try {
      return JSON.parse(localStorage.getItem(keyOf(path)) ?? 'null') as Draft | null;
    } catch {
      return null;
    }
  },
  keep(path: string, draft: Draft): void {
    try {
      localStorage.setItem(keyOf(path), JSON.stringify(draft));
    } catch {}
  },
  drop(path: string): void {
    try {
      localStorage.removeItem(keyOf(path));
    } catch {}
  },
};

function keyOf(path: string): string {
  return `rappel.draft ${path}`;
}
