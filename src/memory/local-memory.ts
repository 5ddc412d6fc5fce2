import type { RunByName } from '../operations/list.js';
import { runOperation } from '../operations/run-operation.js';
import { recordUse } from '../service/assistants/uses.js';
import type { Core } from '../service/core.js';
import { longHeldLocks } from '../service/locks/lock-holder.js';
import { readSyncSetting } from '../service/state/sync-setting.js';
import type { KnownSync } from '../service/sync/sync-status.js';
import { isWaiting } from '../service/updates/update-status.js';
import { errorMessage, RappelError, systemError } from '../shared/errors.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { searchWithOptions } from '../tools/search.js';
import { createSession } from '../tools/session.js';
import { fileSystem } from '../vault/file-system.js';
import { readBytes } from '../vault/files.js';
import { ROOT, showPath } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import { forwarding } from './forwarding.js';
import type { ListedFile, Memory } from './memory.js';

/** The memory in this process. `service`: the address at which this process serves the vault, if it does. */
export function createLocalMemory(
  core: Core,
  service: () => string | null = () => null,
  isService = false,
): Memory {
  const { vault, queue, env } = core;
  const run = ((name, input, context) =>
    runOperation({ core, isService, wall: null }, name, input, context)) as RunByName;
  return {
    run,
    isServed: async () => service() !== null,
    ask: core.answer,
    async find(request, { complete, signal } = {}) {
      const options = { session: createSession(), ...(signal && { signal }), ...(complete && { complete }) };
      return (await searchWithOptions.call(request, { vault, engine: core.engine, ...options })).data;
    },
    orient: async (request) => (await import('./local-orient.js')).localOrient(vault, request),
    verify: async (refs) => (await import('../service/citations/verify.js')).verifyReferences(vault, refs),
    call: async (calls, options) =>
      (await import('../operations/run-calls.js')).runCalls(core, calls, options),
    exchange: forwarding(async () =>
      (await import('../exchange/exchange.js')).createExchange(vault, env, core.onProgress),
    ),
    capture: forwarding(async () => (await import('./capture.js')).createCapture(core, run)),
    sync: forwarding(async () => (await import('./sync.js')).createSync(core.sync)),
    files: {
      tree: core.tree,
      list: () => listFiles(vault.root),
      async read(path, mostBytes = Number.POSITIVE_INFINITY) {
        const place = vault.resolve(path);
        if (place.kind === 'missing') throw vault.missing(place);
        if (place.stats!.size > mostBytes) throw tooLarge(place.shown, mostBytes);
        return readBytes(place);
      },
      watch: core.watchFiles,
    },
    async status() {
      const { listInbox } = await import('../service/updates/inbox.js');
      const problems = await core.problems();
      /** What can't be read is a problem to report, not a reason to report nothing. */
      const orNone = <Item>(list: () => Item[]): Item[] => {
        try {
          return list();
        } catch (error) {
          problems.push(errorMessage(systemError(error)));
          return [];
        }
      };
      const updates = orNone(queue.list);
      const inbox = orNone(() => listInbox(vault));
      const sync = await syncOf(core).catch((error: unknown) => {
        problems.push(errorMessage(systemError(error)));
        return null;
      });
      return {
        vault: vault.root,
        service: service(),
        model: await core.model(),
        waiting: updates.filter(({ state }) => isWaiting(state)).length,
        retrying: updates.flatMap(({ id, title = '', state, retry }) =>
          isWaiting(state) && retry !== undefined ? [{ id, title, ...retry }] : [],
        ),
        failed: updates.filter(({ state }) => state === 'failed').map(({ id, reason }) => ({ id, reason })),
        inbox: inbox.length,
        sync,
        locks: longHeldLocks(vault.root, vault.clock.now()),
        problems,
      };
    },
    clientUsed: async (client) => recordUse(vault.root, client),
    close: (mostMs = LONGEST_FILING_MS) => core.close(mostMs),
  };
}

/** Loaded only where there is one. */
async function syncOf({ vault, env }: Core): Promise<KnownSync | null> {
  if (readSyncSetting(vault.root) === null) return null;
  return (await import('../service/sync/sync-status.js')).knownSync(vault.root, env);
}

/** However long a model takes to file an update: the longest time of a timer. */
const LONGEST_FILING_MS = 2 ** 31 - 1;

async function listFiles(root: string): Promise<ListedFile[]> {
  const yieldToEventLoop = createYielder();
  const files: ListedFile[] = [];
  for (const { kind, path, address } of walk(root, root, ROOT, () => {})) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    const stats = kind === 'file' ? fileSystem.stat(address) : undefined;
    if (stats !== undefined)
      files.push({ path: showPath(path), size: stats.size, modified: stats.mtime.toISOString() });
  }
  return files;
}

function tooLarge(shown: string, mostBytes: number): RappelError {
  return new RappelError('invalid_input', `the file is larger than ${Math.floor(mostBytes / 1_000_000)} MB`, {
    path: shown,
    hint: 'Read a part of it with the tool read: head, tail or folded.',
  });
}
