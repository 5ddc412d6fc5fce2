import { rm } from 'node:fs/promises';
import type { PastFiles, SearchEngine } from '../../search/engine.js';
import { createFileSource } from '../../search/files.js';
import { dayAsked } from '../../search/query/date-bounds.js';
import { localDate } from '../../shared/clock.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { momentOf, type PastMoment, writePastFiles } from './past-files.js';
import { makePastFolder, pastVault } from './past-vault.js';

/** The vault at the end of a day, with an engine that searches it. */
export interface Past {
  vault: Vault;
  engine(): Promise<SearchEngine>;
}

export interface Pasts {
  /** Throws `invalid_input` for a day that the history does not know. */
  use<Result>(day: string, work: (past: Past) => Promise<Result>): Promise<Result>;
  /** Removes every folder. */
  close(): Promise<void>;
}

interface PastsDeps {
  vault: Vault;
  history(): Promise<History>;
  engine(): Promise<SearchEngine>;
}

/** A folder with the files of a moment. */
interface Folder {
  root: Promise<string>;
  users: number;
}

/**
 * The whole vault of earlier days, in folders that only this user can read. The one that was used last is held for a while: the next
 * question about that day finds it.
 */
export function createPasts({ vault, history, engine }: PastsDeps): Pasts {
  const folders = new Map<string, Folder>();
  let timer: NodeJS.Timeout | undefined;

  return {
    async use(day, work) {
      const known = await history();
      const moment = await momentOf(known, day, localDate(vault.clock.now()));
      clearTimeout(timer);
      const folder = folders.get(moment.id) ?? { root: write(moment, known), users: 0 };
      folders.set(moment.id, folder);
      folder.users++;
      let isWritten = false;
      try {
        const past = pastVault(await folder.root, moment);
        isWritten = true;
        return await work({ vault: past, engine: async () => engineOf(await engine(), past, moment) });
      } finally {
        folder.users--;
        removeUnused(isWritten ? moment.id : null);
        timer = setTimeout(() => removeUnused(null), HELD_MS).unref();
      }
    },
    async close() {
      clearTimeout(timer);
      await Promise.all([...folders.keys()].map(remove));
    },
  };

  /** Removes the folders that are not in use, except one. */
  function removeUnused(spared: string | null): void {
    for (const [id, { users }] of folders) if (users === 0 && id !== spared) void remove(id);
  }

  async function remove(id: string): Promise<void> {
    const { root } = folders.get(id)!;
    folders.delete(id);
    // One that could not be written has removed itself.
    const path = await root.catch(() => null);
    if (path !== null) await rm(path, { recursive: true, force: true });
  }
}

/** A folder is removed when it was not used for this long. */
const HELD_MS = 5 * 60_000;

async function write(moment: PastMoment, history: History): Promise<string> {
  const root = makePastFolder();
  try {
    await writePastFiles(root, moment, history, () => true);
    return root;
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

/** Searches the files of a moment; `last week` is seen from its day. */
function engineOf(engine: SearchEngine, vault: Vault, { id, versions }: PastMoment): SearchEngine {
  const past: PastFiles = { id, versions, files: createFileSource(vault) };
  return {
    ...engine,
    search: (request) =>
      engine.search({ ...request, past, asked_on: dayAsked(request.asked_on, vault.clock.now()) }),
  };
}
