import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { syncFolder } from '../../vault/files.js';
import { stateFolder } from '../../vault/state-folder.js';
import { withLock } from '../locks/lock.js';
import { writeDurably, writeWhole } from '../state/durable.js';
import { createFiledIds, digestOf } from './filed-ids.js';
import { createStatusFiles } from './status-files.js';
import type { Step } from './steps.js';
import { parseSteps, parseStoredInput, type StoredInput } from './stored-update.js';
import { FRESH, isFiled, type UpdateStatus } from './update-status.js';

/** The updates of a vault on disk, in order. Everything it reports is already on the disk. */
export interface Queue {
  /**
   * Stores the input and syncs it. The same id again means the same update: nothing is stored twice, even after the
   * update was forgotten. Throws `exists` for another input under a known id.
   */
  admit(input: UpdateInput, id?: string, title?: string): Promise<{ id: string; isNew: boolean }>;
  /** Oldest first. */
  list(): UpdateStatus[];
  /** Updates that are neither filed nor failed, oldest first; cheap even if thousands are filed. */
  waiting(): UpdateStatus[];
  has(id: string): boolean;
  find(id: string): UpdateStatus;
  input(id: string): UpdateInput;
  set(id: string, change: Partial<Omit<UpdateStatus, 'id'>>): UpdateStatus;
  /** The same for intermediate steps, which nothing needs after a crash: written now and then, for other processes. */
  setSteps(id: string, steps: string[]): UpdateStatus;
  /** The steps of its last run, with their times. */
  run(id: string): readonly Step[];
  keepRun(id: string, steps: readonly Step[]): void;
  forgetRun(id: string): void;
  /** Where the before-images of its run are. */
  journal(id: string): string;
  /** Removes an update with its input; only its id stays known. */
  forget(id: string): void;
  /** Forgets the oldest filed updates beyond the newest `keep`; waiting and failed ones stay. Returns how many. */
  prune(keep: number): number;
}

export function createQueue(deps: { root: string; clock: Clock }): Queue {
  const folder = join(deps.root, '.rappel', 'queue');
  const statuses = createStatusFiles(folder);
  const filedIds = createFiledIds(deps.root);
  /** The folder of an id never changes its name, but may be gone. */
  const names = new Map<string, string>();

  /** Folders are named `000000042-id`: the number is the order. */
  function folders(): string[] {
    if (!existsSync(folder)) return [];
    return inOrder(readdirSync(folder));
  }

  function lookUp(id: string): string | undefined {
    const known = names.get(id);
    if (known !== undefined && existsSync(join(folder, known))) return known;
    names.clear();
    for (const name of folders()) names.set(idOf(name), name);
    return names.get(id);
  }

  function nameOf(id: string): string {
    const name = lookUp(id);
    if (name !== undefined) return name;
    throw new RappelError('not_found', `no update "${id}"`, {
      hint: 'List them with: rappel status',
    });
  }

  /** Removes an update; its id stays known. */
  function leave(id: string, digest: string | null): void {
    const name = nameOf(id);
    filedIds.add(id, { digest, accepted: statuses.read(name, id).accepted });
    // Out of the queue in one step; a kill leaves a draft that is removed later.
    renameSync(join(folder, name), join(folder, `.${name}`));
    rmSync(join(folder, `.${name}`), { recursive: true, force: true });
  }

  const queue: Queue = {
    async admit(input, given, title = titleOf(input)) {
      const id = given ?? newId();
      if (!isId(id)) {
        throw new RappelError(
          'invalid_input',
          `id: got ${JSON.stringify(id)}, expected up to 64 letters, digits, - or _`,
        );
      }
      return withLock(deps.root, 'queue', async () => {
        const present = existsSync(folder) ? readdirSync(folder) : [];
        const known = inOrder(present);
        const stored = known.find((name) => idOf(name) === id);
        if (stored !== undefined) {
          const digest = digestIn(join(folder, stored));
          // A damaged input can't be compared with this one.
          if (digest !== null && digest !== digestOf(input)) throw otherInput(id);
          return { id, isNew: false };
        }
        const filed = given === undefined ? null : filedIds.find(id);
        if (filed !== null) {
          if (filed.digest !== digestOf(input)) throw otherInput(id);
          return { id, isNew: false };
        }
        clearDrafts(folder, present);
        const number = Number.parseInt(known.at(-1) ?? '0', 10) + 1;
        const name = `${String(number).padStart(9, '0')}-${id}`;
        stateFolder(deps.root);
        store(folder, name, input, {
          ...FRESH,
          id,
          title,
          accepted: localTimestamp(deps.clock.now()),
        });
        names.set(id, name);
        return { id, isNew: true };
      });
    },
    list() {
      const all = folders();
      statuses.keepOnly(all);
      return all.map((name) => statuses.read(name, idOf(name)));
    },
    waiting() {
      // Filed updates stay filed: only the others are read.
      const open = folders().filter((name) => !isFiled(statuses.last(name)?.state ?? 'accepted'));
      const found = open.map((name) => statuses.read(name, idOf(name)));
      return found.filter(({ state }) => state === 'accepted' || state === 'running');
    },
    has: (id) => lookUp(id) !== undefined,
    find(id) {
      const filed = lookUp(id) === undefined ? filedIds.find(id) : null;
      if (filed === null) return statuses.read(nameOf(id), id);
      const summary = 'Filed earlier; its input and its details are no longer kept.';
      return { ...FRESH, id, state: 'done', accepted: filed.accepted, summary };
    },
    input(id) {
      const at = join(folder, nameOf(id));
      try {
        return readInput(at);
      } catch (cause) {
        throw new RappelError('io', `the stored input can't be read: ${(cause as Error).message}`, {
          hint: `What is left of it is in ${at}.`,
          cause,
        });
      }
    },
    set(id, change) {
      const name = nameOf(id);
      const next = { ...statuses.read(name, id), ...change };
      try {
        statuses.write(name, next);
      } catch (error) {
        throw ioError(error, 'the queue of updates');
      }
      return next;
    },
    setSteps(id, steps) {
      const name = nameOf(id);
      if (statuses.isDue(name)) return queue.set(id, { steps });
      return statuses.hold(name, { ...statuses.read(name, id), steps });
    },
    run: (id) => readRun(join(folder, nameOf(id), RUN)),
    keepRun(id, steps) {
      try {
        writeWhole(join(folder, nameOf(id), RUN), JSON.stringify(steps));
      } catch {
        // A full disk, or already forgotten: the update itself says what was done.
      }
    },
    forgetRun(id) {
      const at = join(folder, nameOf(id));
      rmSync(join(at, RUN), { force: true });
      syncFolder(at);
    },
    journal: (id) => join(folder, nameOf(id), 'journal'),
    forget: (id) => leave(id, null),
    prune(keep) {
      const filed = queue
        .list()
        .filter(({ id, state }) => isFiled(state) && !existsSync(queue.journal(id)))
        .slice(0, -keep);
      for (const { id } of filed) leave(id, digestIn(join(folder, nameOf(id))));
      filedIds.prune();
      return filed.length;
    },
  };
  return queue;
}

const MOST_TITLE = 280;

/** The beginning of the input, by which an update is recognised in a list. */
export function titleOf({ text, images }: Pick<UpdateInput, 'text' | 'images'>): string {
  const given = text.trim() || images.map(({ name }) => name).join(', ');
  if (given.length <= MOST_TITLE) return given;
  return `${given.slice(0, MOST_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const RUN = 'run.json';

function readRun(file: string): Step[] {
  try {
    return parseSteps(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** Null if it can't be read. */
function digestIn(at: string): string | null {
  try {
    return digestOf(readInput(at));
  } catch {
    return null;
  }
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', `the id "${id}" belongs to an earlier update with different content`, {
    hint: 'Use another id, or none.',
  });
}

function inOrder(names: readonly string[]): string[] {
  const folders = names.filter((name) => /^\d+-/.test(name));
  // The number has nine digits, and more after a thousand million updates.
  const isShort = folders.every((name) => name[9] === '-');
  return isShort ? folders.sort() : folders.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

function idOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

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

/** Removes unacknowledged inputs and half-removed updates that a kill left. */
function clearDrafts(folder: string, present: readonly string[]): void {
  for (const name of present)
    if (name.startsWith('.')) rmSync(join(folder, name), { recursive: true, force: true });
}

function readInput(at: string): UpdateInput {
  const { text, inboxRef, images } = parseStoredInput(readFileSync(join(at, 'input.json'), 'utf8'));
  return {
    text,
    inboxRef,
    images: images.map(({ name, mediaType, file }) => ({
      name,
      mediaType,
      bytes: readFileSync(join(at, file)),
    })),
  };
}
