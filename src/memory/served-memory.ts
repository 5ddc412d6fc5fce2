import { type Home, readHome } from '../agents/librarian/orientation/home.js';
import type { UpdateImage } from '../agents/update.js';
import { loadExample } from '../exchange/example/load-example.js';
import { createNamedTokens, type NamedTokens } from '../service/connection/named-tokens.js';
import type { ServiceEvents } from '../service/core.js';
import type { Service } from '../service/create-service.js';
import type { EventBus } from '../service/events/events.js';
import type { HistoryEntry } from '../service/history/history.js';
import { type MovedFile, type MovePreview, moveFile, previewMove } from '../service/moves/move-file.js';
import { createSharedHistory, type SharedHistory } from '../service/sync/shared-history.js';
import type { Wall } from '../vault/wall.js';
import type { Language } from '../words/language.js';
import { type Assistants, createAssistants } from './assistants.js';
import { createCapture, removingByCommand } from './capture.js';
import { createExports, type Exports } from './exports.js';
import { createImports, type Imports } from './imports.js';
import { createLocalMemory } from './local-memory.js';
import type { Memory } from './memory.js';
import { type Alias, aliasesIn, linksTo, movedTo, type NoteLinks } from './note-links.js';
import { attachImage, finishTask, type ShownTask } from './page-work.js';
import { type NoteSave, type SavedNote, saveNote } from './save-note.js';
import { createServedSettings, type ServedSettings } from './served-settings.js';
import { createWalledMemory, notBehindWall } from './walled-memory.js';

/** The memory of the process that serves it: the port, and what its clients can watch. */
export interface ServedMemory extends Memory {
  /** The folder of the vault. */
  readonly root: string;
  readonly events: EventBus<ServiceEvents>;
  /** The same behind a wall. */
  walled(wall: Wall): Promise<ServedMemory>;
  /** Puts the example memory, in the language of its reader, into an empty vault. Throws `exists` for any other. */
  loadExample(language: Language): Promise<HistoryEntry | null>;
  health(): Promise<Health>;
  /** What the vault says about now. */
  home(): Promise<Home>;
  /**
   * Saves what a person typed in the page, merged with what others changed meanwhile. Throws `stale` with the obstacles
   * where both changed the same unit and no choice was made.
   */
  saveNote(path: string, save: NoteSave): Promise<SavedNote>;
  /** How many links a move would change. */
  previewMove(from: string, to: string): Promise<MovePreview>;
  /** Moves a file or folder; links follow. Throws as the tool `move` does. */
  moveFile(from: string, to: string): Promise<MovedFile>;
  /** Where a file is now that was moved from this path, `vault/…`; null where it was deleted, or is there. */
  movedTo(path: string): Promise<string | null>;
  /** What other notes say of a file. */
  linksTo(path: string): Promise<NoteLinks>;
  /** Other names of notes, from their frontmatter. */
  aliases(): Promise<Alias[]>;
  /** Closes a task of a tasks file. Throws `stale` for one that is gone. */
  finishTask(task: ShownTask): Promise<void>;
  /** Keeps a picture beside a note. */
  attachImage(note: string, image: UpdateImage): Promise<{ path: string }>;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly assistants: Assistants;
  readonly settings: ServedSettings;
  readonly tokens: NamedTokens;
  /** What machines reach that sync with this service. */
  readonly sharedHistory: SharedHistory;
}

interface Health {
  /** The folder of the vault. */
  vault: string;
  /** Where it is served; null until that is known. */
  url: string | null;
  status: 'ok' | 'degraded';
  /** The model that answers and files; null for the clerk. */
  model: string | null;
  problems: string[];
  files: number;
  chunks: number;
  waiting: number;
}

/** `url`: where it is served; null until that is known. */
export function createServedMemory(service: Service, url: () => string | null = () => null): ServedMemory {
  const { vault, env, queue, events } = service;
  const local = createLocalMemory(service, url, true);
  const imports = createImports(local.exchange, events);
  const exports = createExports(local.exchange);
  return {
    ...local,
    imports,
    exports,
    assistants: createAssistants(vault.root, env),
    settings: createServedSettings(service),
    tokens: createNamedTokens(vault.root),
    sharedHistory: createSharedHistory(vault.root),
    capture: removingByCommand(createCapture(service, local.run), service),
    async close(mostMs) {
      exports.close();
      await imports.close();
      await local.close(mostMs);
    },
    root: vault.root,
    events,
    walled: (wall) => createWalledServedMemory(service, wall, url),
    loadExample: (language) => loadExample(service, { language, now: vault.clock.now() }),
    home: () => readHome(vault),
    saveNote: (path, save) => saveNote(service, path, save),
    previewMove: (from, to) => previewMove(service, from, to),
    moveFile: (from, to) => moveFile(service, from, to),
    movedTo: (path) => movedTo(service, path),
    linksTo: (path) => linksTo(service, path),
    aliases: () => aliasesIn(service),
    finishTask: (task) => finishTask(service, task),
    attachImage: (note, image) => attachImage(service, note, image),
    async health() {
      const { files, chunks } = (await service.engine()).status();
      const [problems, model] = [await service.problems(), await service.model()];
      const status = problems.length === 0 ? 'ok' : 'degraded';
      const waiting = queue.waiting().length;
      return { vault: vault.root, url: url(), status, model, problems, files, chunks, waiting };
    },
  };
}

/** The served memory behind a wall. What the page does beyond the port, and what concerns the machine, is not there. */
async function createWalledServedMemory(
  service: Service,
  wall: Wall,
  url: () => string | null,
): Promise<ServedMemory> {
  const walled = await service.walled(wall);
  const memory = createWalledMemory(service, wall, url, true);
  const { queue, events } = walled;
  return {
    run: memory.run,
    isServed: memory.isServed,
    ask: memory.ask,
    find: memory.find,
    orient: memory.orient,
    verify: memory.verify,
    call: memory.call,
    files: memory.files,
    exchange: memory.exchange,
    sync: memory.sync,
    status: memory.status,
    clientUsed: memory.clientUsed,
    close: async () => {},
    root: service.vault.root,
    events,
    capture: memory.capture,
    async health() {
      await walled.refresh();
      const engine = await walled.engine();
      await engine.refresh();
      const { files, chunks } = engine.status();
      const waiting = queue.waiting().length;
      const model = await walled.model();
      return {
        vault: service.vault.root,
        url: url(),
        status: 'ok',
        model,
        problems: [],
        files,
        chunks,
        waiting,
      };
    },
    async home() {
      await walled.refresh();
      return readHome(walled.vault);
    },
    walled: notBehindWall,
    loadExample: notBehindWall,
    saveNote: notBehindWall,
    previewMove: notBehindWall,
    moveFile: notBehindWall,
    movedTo: notBehindWall,
    linksTo: notBehindWall,
    aliases: notBehindWall,
    finishTask: notBehindWall,
    attachImage: notBehindWall,
    imports: nothing(),
    exports: nothing(),
    assistants: nothing(),
    settings: nothing(),
    tokens: nothing(),
    sharedHistory: nothing(),
  };
}

/** A part of which no method is there. */
function nothing<Part extends object>(): Part {
  return new Proxy({} as Part, { get: () => notBehindWall });
}
