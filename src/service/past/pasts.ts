import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchEngine } from '../../search/engine.js';
import { createFileSource, isIndexed } from '../../search/files.js';
import { dayAsked, pastDay } from '../../search/query/date-bounds.js';
import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { mount } from '../../vault/file-system.js';
import { hasTextName } from '../../vault/kinds.js';
import type { VaultPath } from '../../vault/paths.js';
import { createVault, type Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { headOf, historyNumber } from '../history/store.js';
import { createPastContents } from './past-contents.js';
import { createPastFileSystem } from './past-file-system.js';
import { momentOf, type PastMoment } from './past-moment.js';

/** The vault at the end of a day, with an engine that searches it. */
export interface Past {
  vault: Vault;
  engine(): Promise<SearchEngine>;
}

/** A past vault can be read at once; what was loaded before is read faster. */
export interface LoadablePast extends Past {
  load(isWanted: (path: VaultPath) => boolean): Promise<void>;
}

export interface Pasts {
  /** A day as people write it. Throws `invalid_input` for one that the history does not know. */
  use<Result>(day: string, work: (past: LoadablePast) => Promise<Result>): Promise<Result>;
  /** Forgets every past. */
  close(): Promise<void>;
}

interface PastsDeps {
  vault: Vault;
  /** The vault that the history is of, if another. */
  recorded?: Vault;
  history(): Promise<History>;
  engine(): Promise<SearchEngine>;
}

/**
 * The whole vault of earlier days. It is read from the history and from the files of today, never written to a folder. The one that was used last
 * is held for a while: the next question about that day finds it. A purge ends that at once, also one of another process.
 */
export function createPasts({ vault, recorded = vault, history, engine }: PastsDeps): Pasts {
  const held = new Map<string, Held>();
  let newest: { day: string; head: string | null; moment: PastMoment } | null = null;
  let unused = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    async use(given, work) {
      const day = pastDay(given, vault.clock.now());
      const known = await history();
      const moment = await momentAt(known, day);
      const past = held.get(moment.id) ?? hold({ vault, recorded, history: known }, moment);
      held.set(moment.id, past);
      past.users++;
      timer ??= setInterval(watch, LOOK_EVERY_MS).unref();
      let isOpen = false;
      try {
        const { engineOf, ...as } = await past.opened;
        isOpen = true;
        return await work({ ...as, engine: async () => engineOf(await engine()) });
      } finally {
        past.users--;
        unused = 0;
        await release(isOpen ? moment.id : null);
      }
    },
    close: () => release(null),
  };

  /** The same answer as before, as long as nothing was recorded. */
  async function momentAt(known: History, day: string): Promise<PastMoment> {
    const head = headOf(recorded.root);
    if (newest?.day === day && newest.head === head) return newest.moment;
    const moment = await momentOf(known, day, localDate(vault.clock.now()));
    newest = { day, head, moment };
    return moment;
  }

  function watch(): void {
    unused += LOOK_EVERY_MS;
    void release(unused < HELD_MS ? ([...held.keys()].at(-1) ?? null) : null);
  }

  /** Forgets the pasts that are not in use, except one, if the history is still the one that it was read from. */
  async function release(spared: string | null): Promise<void> {
    const number = historyNumber(recorded.root);
    const dropped = [...held].filter(
      ([id, past]) => past.users === 0 && (id !== spared || past.number !== number),
    );
    for (const [id] of dropped) held.delete(id);
    if (held.size === 0) {
      clearInterval(timer);
      timer = undefined;
      newest = null;
    }
    // One that could not be opened holds nothing.
    for (const [, past] of dropped) (await past.opened.catch(() => null))?.close();
  }
}

/** How often it is checked whether a purge has rewritten the history. */
const LOOK_EVERY_MS = 1_000;
/** A past is forgotten when it was not used for this long. */
const HELD_MS = 5 * 60_000;

interface Held {
  users: number;
  /** Of the history that it is read from. */
  number: number | null;
  opened: ReturnType<typeof open>;
}

type OpenDeps = { vault: Vault; recorded: Vault; history: History };

function hold(deps: OpenDeps, moment: PastMoment): Held {
  return { users: 0, number: historyNumber(deps.recorded.root), opened: open(deps, moment) };
}

async function open(deps: OpenDeps, moment: PastMoment) {
  const contents = createPastContents(deps, await deps.history.current());
  const root = join(tmpdir(), `rappel-past-${newId()}`);
  const unmount = mount(root, createPastFileSystem(root, moment, contents));
  const vault = pastVault(root, moment);
  const released = new AbortController();
  const load = (isWanted: (path: VaultPath) => boolean) =>
    contents.load(
      [...moment.versions].flatMap(([path, version]) => (hasTextName(path) && isWanted(path) ? version : [])),
    );
  const past = {
    id: moment.id,
    versions: moment.versions,
    files: createFileSource(vault),
    released: released.signal,
  };
  return {
    vault,
    load,
    /** Searches the files of the moment; `last week` is seen from its day. */
    engineOf: (engine: SearchEngine): SearchEngine => ({
      ...engine,
      async search(request) {
        await load(isIndexed);
        return engine.search({ ...request, past, asked_on: dayAsked(request.asked_on, vault.clock.now()) });
      },
    }),
    close() {
      released.abort();
      unmount();
      contents.close();
    },
  };
}

/** Its clock stands at the end of that day. */
function pastVault(root: string, { day, appears }: PastMoment): Vault {
  const vault = createVault({ root, clock: { now: () => new Date(`${day}T23:59:59`) } });
  return {
    ...vault,
    missing(place, near) {
      const first = appears(place.path);
      if (first === null) return vault.missing(place, near);
      const message = `no such file or folder on ${day}; it first appears on ${first}`;
      return new RappelError('not_found', message, { path: place.shown });
    },
  };
}
