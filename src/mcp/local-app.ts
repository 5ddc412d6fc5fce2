import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../agents/answer.js';
import type { Agents } from '../agents/create-agents.js';
import type { SearchAnswer, SearchEngine } from '../search/engine.js';
import { runningService } from '../service/client.js';
import { createQueue } from '../service/queue.js';
import { systemClock } from '../shared/clock.js';
import { createSession } from '../tools/session.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import { addStarterFiles, type Language, makeVaultFolder } from '../vault/starter.js';
import { createVault, type Vault } from '../vault/vault.js';
import { isFinished, type MemoryApp } from './memory-app.js';

export interface LocalAppOptions {
  root: string;
  language: Language;
  env: NodeJS.ProcessEnv;
  /** Who answers and files while no service runs; asked for when first needed. */
  agents(): Promise<Agents>;
  log(message: string): void;
}

export interface LocalApp extends MemoryApp {
  /** Waits for what is being filed, at most so long, then lets go of everything. */
  close(mostMs: number): Promise<void>;
}

const LOOK_MS = 100;

/** The memory of a process of its own: the files, and the service of the same vault whenever one runs. */
export function createLocalApp({ root, language, env, agents, log }: LocalAppOptions): LocalApp {
  const vault = openVault(root, language);
  const queue = createQueue(vault);
  const service = () => runningService(vault.root);
  const closers: (() => unknown)[] = [];
  let engine: Promise<SearchEngine> | undefined;
  let filing: Promise<void> = Promise.resolve();

  function ownEngine(): Promise<SearchEngine> {
    engine ??= import('../service/open-engine.js').then(({ openEngine }) => openEngine(vault, env));
    return engine;
  }

  /** Works off the queue in the background; a service that runs does that itself. */
  function fileWaiting(): void {
    filing = filing
      .then(async () => {
        const waiting = queue.list().find((status) => !isFinished(status));
        if (waiting === undefined || service() !== null) return;
        const { updateAlone } = await import('../service/update-alone.js');
        await updateAlone(vault, env, await agents(), queue.input(waiting.id), waiting.id);
      })
      .catch((error) => log(error instanceof Error ? error.message : String(error)));
  }
  // What an earlier process could not finish.
  fileWaiting();

  return {
    vault,
    async find({ signal, ...request }) {
      const running = service();
      if (running === null) return (await ownEngine()).search({ ...request, ...(signal && { signal }) });
      const { queries, mode, scopes, date_from, date_to, limit } = request;
      const body = { queries, mode, scopes, date_from, date_to, limit };
      return (await running.request('POST', '/api/tools/search', body, signal)) as SearchAnswer;
    },
    async answer(question, options = {}) {
      const running = service();
      if (running !== null) {
        const { question: text, scopes, date_from, date_to } = question;
        const body = { question: text, scopes, date_from, date_to };
        return (await running.request('POST', '/api/search', body, options.signal)) as Answer;
      }
      const { answer } = await agents();
      return answer({ vault, session: createSession(), engine: ownEngine }, question, options);
    },
    async update(input, id) {
      const running = service();
      if (running === null) {
        const admitted = await queue.admit(input, id);
        fileWaiting();
        return admitted;
      }
      const images = input.images.map(({ name, mediaType, bytes }) => ({
        name,
        media_type: mediaType,
        data: bytes.toString('base64'),
      }));
      const body = { text: input.text, images, inbox_ref: input.inboxRef, id: id ?? null };
      return (await running.request('POST', '/api/update', body)) as { id: string };
    },
    updateStatus: (id) => queue.find(id),
    async follow(id, tell, signal) {
      let status = queue.find(id);
      for (tell(status); !isFinished(status) && !signal.aborted; tell(status)) {
        await wait(LOOK_MS, undefined, { signal }).catch(() => {});
        status = queue.find(id);
      }
      return status;
    },
    async change(session, work, why) {
      const { recordChanges } = await import('../service/record-changes.js');
      const { openEngine } = await import('../service/open-engine.js');
      return recordChanges({ vault, session, engine: async () => openEngine(vault, env) }, work, why, log);
    },
    async watch(tell) {
      const { watchVault } = await import('../service/watcher.js');
      const told = (path: VaultPath) =>
        tell({ path: showPath(path), exists: vault.locate(path).kind !== 'missing' });
      const watcher = await watchVault(vault.root, told, (error) => log(error.message));
      const stop = () => void watcher.close();
      closers.push(stop);
      return stop;
    },
    async close(mostMs) {
      const enough = new AbortController();
      await Promise.race([filing, wait(mostMs, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
      for (const close of closers) close();
      if (engine !== undefined) (await engine).close();
    },
  };
}

/** The first start creates the vault; one that is there is taken as it is. */
function openVault(root: string, language: Language): Vault {
  const isNew = !existsSync(root);
  if (isNew) makeVaultFolder(root);
  const vault = createVault({ root, clock: systemClock });
  if (isNew) addStarterFiles(vault, language);
  return vault;
}
