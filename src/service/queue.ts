import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../agents/update.js';
import { type Clock, localTimestamp } from '../shared/clock.js';
import { ioError, RappelError } from '../shared/errors.js';
import { isId, newId } from '../shared/ids.js';
import { syncFolder } from '../vault/files.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeDurably } from './durable.js';
import { withLock } from './lock.js';

export type UpdateState = 'accepted' | 'running' | 'done' | 'needs_answer' | 'failed';

/** What is known of an update beside its input; kept as it is shown to clients. */
export interface UpdateStatus {
  id: string;
  state: UpdateState;
  accepted: string;
  /** What it did so far, or did in all. */
  steps: string[];
  summary: string | null;
  files: string[];
  /** The inbox item that waits for an answer. */
  inbox: string | null;
  /** Why it failed. */
  reason: string | null;
  /** Its entry in the history. */
  history: string | null;
}

/** The updates of a vault on disk, in order. Everything it says is there before it says so. */
export interface Queue {
  /** Stores the input and syncs it. The same id again is the same update: nothing is stored twice. */
  admit(input: UpdateInput, id?: string): Promise<{ id: string; isNew: boolean }>;
  /** Oldest first. */
  list(): UpdateStatus[];
  find(id: string): UpdateStatus;
  input(id: string): UpdateInput;
  set(id: string, change: Partial<Omit<UpdateStatus, 'id'>>): UpdateStatus;
  /** Where the before-images of its run are kept. */
  journal(id: string): string;
  /** Removes an update with its input. */
  forget(id: string): void;
}

interface StoredInput {
  text: string;
  inboxRef: string | null;
  images: { name: string; mediaType: string; file: string }[];
}

export function createQueue(deps: { root: string; clock: Clock }): Queue {
  const folder = join(stateFolder(deps.root), 'queue');

  /** Folders are named `000042-id`: the number is the order. */
  function folders(): string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^\d+-/.test(name))
      .sort();
  }

  function folderOf(id: string): string {
    const name = folders().find((candidate) => candidate.slice(candidate.indexOf('-') + 1) === id);
    if (name === undefined)
      throw new RappelError('not_found', `there is no update "${id}"`, {
        hint: 'List them with: rappel status',
      });
    return join(folder, name);
  }

  function status(at: string): UpdateStatus {
    return JSON.parse(readFileSync(join(at, 'status.json'), 'utf8'));
  }

  return {
    async admit(input, id = newId()) {
      if (!isId(id)) {
        throw new RappelError(
          'invalid_input',
          `id: got ${JSON.stringify(id)}, expected up to 64 letters, digits, - or _`,
        );
      }
      return withLock(deps.root, 'queue', async () => {
        const known = folders();
        if (known.some((name) => name.slice(name.indexOf('-') + 1) === id)) return { id, isNew: false };
        const number = Number.parseInt(known.at(-1) ?? '0', 10) + 1;
        const name = `${String(number).padStart(9, '0')}-${id}`;
        store(folder, name, input, { ...FRESH, id, accepted: localTimestamp(deps.clock.now()) });
        return { id, isNew: true };
      });
    },
    list: () => folders().map((name) => status(join(folder, name))),
    find: (id) => status(folderOf(id)),
    input(id) {
      const at = folderOf(id);
      const { text, inboxRef, images }: StoredInput = JSON.parse(
        readFileSync(join(at, 'input.json'), 'utf8'),
      );
      return {
        text,
        inboxRef,
        images: images.map(({ name, mediaType, file }) => ({
          name,
          mediaType,
          bytes: readFileSync(join(at, file)),
        })),
      };
    },
    set(id, change) {
      const at = folderOf(id);
      const next = { ...status(at), ...change };
      writeDurably(join(at, 'status.json'), JSON.stringify(next));
      return next;
    },
    journal: (id) => join(folderOf(id), 'journal'),
    forget(id) {
      rmSync(folderOf(id), { recursive: true, force: true });
    },
  };
}

const FRESH: Omit<UpdateStatus, 'id' | 'accepted'> = {
  state: 'accepted',
  steps: [],
  summary: null,
  files: [],
  inbox: null,
  reason: null,
  history: null,
};

/** Complete under a hidden name first; the rename makes it an update. */
function store(folder: string, name: string, input: UpdateInput, status: UpdateStatus): void {
  const draft = join(folder, `.${name}`);
  try {
    mkdirSync(draft, { recursive: true });
    const images = input.images.map(({ name: imageName, mediaType, bytes }, index) => {
      const file = `image-${index + 1}`;
      writeDurably(join(draft, file), bytes);
      return { name: imageName, mediaType, file };
    });
    const stored: StoredInput = { text: input.text, inboxRef: input.inboxRef, images };
    writeDurably(join(draft, 'input.json'), JSON.stringify(stored));
    writeDurably(join(draft, 'status.json'), JSON.stringify(status));
    renameSync(draft, join(folder, name));
    syncFolder(folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw ioError(error, 'the queue of updates');
  }
}
