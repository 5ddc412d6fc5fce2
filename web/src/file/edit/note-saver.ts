import { movedTo, saveNote } from '../../api/save-note.js';
import { ApiError } from '../../api/send.js';
import { createStore } from '../../api/store.js';
import type { ChosenItems } from '../../history/undo-choices.js';
import { drafts } from './drafts.js';

type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  /** The same unit was changed by somebody else. */
  | { kind: 'conflict'; obstacles: NonNullable<NonNullable<ApiError['data']>['obstacles']> }
  | { kind: 'failed'; error: unknown };

interface EditedText {
  /** The whole file, as it is in the editor. */
  read(): string;
  /** A text is being sent: what is typed from now on comes after it. */
  mark(): void;
  /** What the service made of a text that was sent; what was typed since stays. */
  replace(sent: string, saved: string): void;
  /** The file was moved meanwhile, and was saved where it is now. */
  moved(from: string, to: string): void;
}

interface SaveHow {
  /** There is no file any more. */
  isNew?: boolean;
  keepsSecrets?: boolean | undefined;
}

const QUIET_MS = 800;
const RETRY_MS = 3_000;

export type NoteSaver = ReturnType<typeof createNoteSaver>;

/**
 * Saves a file while it is typed, one request at a time. The service merges; this knows which text it merged with last.
 * What is not saved is kept in the browser. A file that is moved meanwhile is followed.
 */
export function createNoteSaver(opened: string, began: string, edited: EditedText) {
  const state = createStore<SaveState>({ kind: 'saved' });
  let path = opened;
  /** Where the page believes the file to be. */
  let shownPath = opened;
  let base = began;
  let timer = 0;
  let sending: Promise<void> | null = null;
  let isWanted = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), ms);
  }

  function save(choices?: ChosenItems): Promise<void> {
    clearTimeout(timer);
    if (sending !== null) {
      // What goes on knows nothing of them: a conflict would be asked about again.
      if (choices !== undefined) return sending.then(() => save(choices));
      isWanted = true;
      return sending;
    }
    return send(choices);
  }

  function send(choices?: ChosenItems, how?: SaveHow): Promise<void> {
    sending = sendText(choices, how).finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendText(choices: ChosenItems = {}, how: SaveHow = {}): Promise<void> {
    isWanted = false;
    const text = edited.read();
    edited.mark();
    // Choices that are being made stay while it is asked whether they are still needed.
    if (state.get().kind !== 'conflict' || Object.keys(choices).length > 0) state.set({ kind: 'saving' });
    try {
      const from = how.isNew ? null : base;
      take(text, await saveNote(path, { base: from, text, choices, keep_secrets: how.keepsSecrets }));
    } catch (error) {
      if (!isGone(error) || !(await follow(text))) fail(error);
      else await sendText(choices, { keepsSecrets: how.keepsSecrets });
    }
  }

  async function sendAgain(how: SaveHow): Promise<void> {
    clearTimeout(timer);
    while (sending !== null) await sending;
    await send({}, how);
  }

  /** A text was sent, and the file is as it was saved. */
  function take(sent: string, saved: string): void {
    base = saved;
    edited.replace(sent, saved);
    const isSaved = edited.read() === saved;
    if (isSaved) drafts.drop(path);
    else drafts.keep(path, { base, text: edited.read() });
    state.set({ kind: isSaved ? 'saved' : 'unsaved' });
    if (!isSaved || isWanted) schedule(isWanted ? 0 : QUIET_MS);
    if (path === shownPath) return;
    edited.moved(shownPath, path);
    shownPath = path;
  }

  /** The file is gone: true if it was moved, and is saved to its new path from now on. */
  async function follow(text: string): Promise<boolean> {
    const to = await movedTo(path).catch(() => null);
    if (to === null) return false;
    drafts.drop(path);
    path = to;
    if (text !== base) drafts.keep(path, { base, text });
    return true;
  }

  function fail(error: unknown): void {
    const obstacles = error instanceof ApiError ? error.data?.obstacles : undefined;
    if (obstacles !== undefined) state.set({ kind: 'conflict', obstacles });
    else if (error instanceof ApiError && (error.code === 'offline' || error.code === 'busy')) {
      state.set({ kind: 'offline' });
      schedule(RETRY_MS);
    } else state.set({ kind: 'failed', error });
  }

  return {
    state,
    save,
    /** Where the file is saved to. */
    get path() {
      return path;
    },
    /** Something was typed. */
    changed(): void {
      drafts.keep(path, { base, text: edited.read() });
      const { kind } = state.get();
      // A conflict waits for a choice; a text that is being sent is followed by the next.
      if (kind === 'conflict') return;
      if (kind === 'saving') isWanted = true;
      else {
        if (kind !== 'offline') state.set({ kind: 'unsaved' });
        schedule(kind === 'offline' ? RETRY_MS : QUIET_MS);
      }
    },
    /** The file was seen with this text. */
    seen(text: string): void {
      const { kind } = state.get();
      // A conflict may be another one now, or none; a file that was gone is back.
      const isNews = text !== base && (kind === 'saved' || kind === 'unsaved' || kind === 'conflict');
      if (isNews || isDeleted(state.get())) void save();
    },
    /** Creates the file again that somebody deleted. */
    recreate: () => sendAgain({ isNew: true }),
    /** Saves the text with what looks like a secret. */
    saveWithSecrets: () => sendAgain({ keepsSecrets: true }),
    /** Saves what is left, and returns the file; null if it could not be saved. */
    async finish(): Promise<string | null> {
      await sending;
      if (state.get().kind === 'unsaved') await save();
      return state.get().kind === 'saved' ? base : null;
    },
    /** The editor is gone; a save goes on without it. */
    stop(): void {
      clearTimeout(timer);
      const { kind } = state.get();
      if (kind === 'unsaved' || kind === 'offline') void save().finally(() => clearTimeout(timer));
    },
  };
}

/** The file could not be saved because it is no longer there. */
export function isDeleted(state: SaveState): boolean {
  return state.kind === 'failed' && isGone(state.error);
}

/** It was not saved because of what looks like a secret. */
export function holdsSecret(state: SaveState): boolean {
  return (
    state.kind === 'failed' && state.error instanceof ApiError && state.error.reason === 'secret.in_text'
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}
