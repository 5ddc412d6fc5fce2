import type { SearchEngine } from '../search/engine.js';
import { createSession } from '../tools/session.js';
import { mount } from '../vault/file-system.js';
import { ROOT, recordedPath, type VaultPath } from '../vault/paths.js';
import { keepsState, wallRoot } from '../vault/state-folder.js';
import { scanTree } from '../vault/tree.js';
import { projectOfWall, type Wall, wallKey } from '../vault/wall.js';
import { createWallSight } from '../vault/wall-sight.js';
import { createWalledFileSystem } from '../vault/walled-file-system.js';
import { createWalledVault, type NewItems } from '../vault/walled-vault.js';
import type { Core, ServiceEvents, WalledCore } from './core.js';
import { openEngine } from './engine/open-engine.js';
import { createEventBus, type EventBus, type EventOf } from './events/events.js';
import { recordAnswers } from './receipts/record-answers.js';
import { cutEntry, walledHistory } from './walls/walled-history.js';
import { walledQueue } from './walls/walled-queue.js';

/**
 * Everything that the memory is made of, once more, behind a wall: whatever is built from these parts sees nothing else. What is kept for later
 * (receipts, the index) is kept apart, because each vault has its own by its folder, and the folder
 * of this one is its own too.
 */
export function createWalledCore(core: Core, wall: Wall): WalledCore {
  const key = wallKey(wall);
  const whole = core.vault;
  const root = wallRoot(whole.root, key);
  const queue = walledQueue(core.queue, key);
  const opened = new Set<string>();
  let items = new Set<string>();
  const sight = createWallSight(whole.root, wall, () => items);
  const unmount = mount(root, createWalledFileSystem(root, whole.root, sight.names));
  const vault = createWalledVault(whole, root, sight);
  const isInside = (path: VaultPath) => sight.see(path) === 'inside';
  const passed = walledEvents(core.events, { key, isInside, isOwnUpdate: queue.has });
  let engine: Promise<SearchEngine> | undefined;

  const newItems: NewItems = {
    isTaken: (path) => whole.locate(path).kind !== 'missing',
    claim(item) {
      if (!opened.has(item) && whole.locate(inboxItem(item)).kind !== 'missing') return false;
      opened.add(item);
      items.add(item);
      return true;
    },
  };
  const history = async () => walledHistory(await core.history(), sight.see, key);
  const openOwn = async () =>
    openEngine(vault, core.env, { walled: history, textModel: (await core.agents()).textModel });
  const own = () => {
    engine ??= openOwn();
    // What can't be opened now may be repaired by the next call.
    engine.catch(() => {
      engine = undefined;
    });
    return engine;
  };
  const answered = recordAnswers({
    vault,
    isThere: () => keepsState(whole.root),
    env: core.env,
    answer: async (question, options) => {
      const { answer } = await core.agents();
      return answer({ vault, engine: own, session: createSession() }, question, options);
    },
  });

  return {
    wall,
    key,
    vault,
    queue,
    isInside,
    isOwn: sight.isOwn,
    async refresh() {
      for (const item of opened) if (whole.locate(inboxItem(item)).kind === 'missing') opened.delete(item);
      items = new Set([...queue.items(), ...opened]);
      await sight.refresh();
    },
    forUpdate: (noting) => createWalledVault(noting, root, sight, newItems),
    env: core.env,
    events: passed.events,
    onProgress: () => {},
    agents: core.agents,
    model: core.model,
    engine: own,
    history,
    tree: async () => scanTree(root, root, ROOT),
    answer: answered,
    afterChanges: (paths, why) => core.afterChanges(paths, { ...why, wall: key }),
    recover: core.recover,
    withWriter: core.withWriter,
    update: (input, id) => core.update({ ...input, wall, project: input.project ?? projectOfWall(wall) }, id),
    async retry(id) {
      queue.find(id);
      await core.retry(id);
    },
    async dismiss(id) {
      queue.find(id);
      await core.dismiss(id);
    },
    filed: core.filed,
    watchFiles: (tell) =>
      core.watchFiles((change) => {
        if (isInside(recordedPath(change.path.replace(/^vault\//, '').replace(/\/$/, '')))) tell(change);
      }),
    // They are about the whole vault.
    problems: async () => [],
    sync: () => {
      throw new Error('a sync is about the whole vault');
    },
    walled: () => {
      throw new Error('a wall has no way into another');
    },
    async close() {
      passed.stop();
      (await engine)?.close();
      unmount();
    },
  };
}

function inboxItem(item: string): VaultPath {
  return recordedPath(`inbox/${item}`);
}

interface Passing {
  key: string;
  isInside(path: VaultPath): boolean;
  isOwnUpdate(id: string): boolean;
}

/** The events of what is inside a wall, with ids of their own: those of the service count everything. */
function walledEvents(events: EventBus<ServiceEvents>, passing: Passing) {
  const own = createEventBus<ServiceEvents>();
  const stop = events.subscribe((event) => {
    const passed = pass(event, passing);
    if (passed !== null) own.publish(passed.type, passed.data);
  });
  return { events: own, stop };
}

function pass(event: EventOf<ServiceEvents>, passing: Passing): EventOf<ServiceEvents> | null {
  const { key, isInside, isOwnUpdate } = passing;
  switch (event.type) {
    case 'file':
      return isInside(pathOf(event.data.path)) ? event : null;
    case 'update':
      return event.data.wall === key ? event : null;
    case 'step':
      return isOwnUpdate(event.data.id) ? event : null;
    case 'history': {
      const data = cutEntry(event.data, isInside, key);
      return data && { type: 'history', data };
    }
    // Of the page, or of the whole vault.
    case 'question':
    case 'progress':
    case 'import':
      return null;
  }
}

function pathOf(shown: string): VaultPath {
  return recordedPath(shown.replace(/^vault\//, '').replace(/\/$/, ''));
}
