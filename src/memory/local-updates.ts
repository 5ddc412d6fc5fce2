import { setTimeout as wait } from 'node:timers/promises';
import { routeInput } from '../agents/clerk/routing/route-input.js';
import { languageOf } from '../agents/language.js';
import type { Core } from '../service/core.js';
import { createSession } from '../tools/session.js';
import { isAtRest, type Updates } from './memory.js';
import { refile } from './refile.js';

/** Another process may file an update: its steps reach this one through the files alone. */
const LOOK_MS = 100;

export function localUpdates(core: Core): Updates {
  const { queue, events } = core;
  return {
    add: core.update,
    list: async (limit) => queue.list().reverse().slice(0, limit),
    has: async (id) => queue.has(id),
    find: async (id) => queue.find(id),
    async follow(id, tell, signal) {
      let status = queue.find(id);
      const unsubscribe = events.subscribe(({ type, data }) => {
        if (type === 'update' && data.id === id) tell(data);
      });
      try {
        let isOver = false;
        const over = () => {
          isOver = true;
        };
        // If this process files nothing any more (another one may do it), waiting would never end.
        core.filed().then(over, () => {});
        for (tell(status); !isAtRest(status) && !isOver && !signal?.aborted; status = queue.find(id))
          await wait(LOOK_MS, undefined, signal && { signal }).catch(() => {});
        return queue.find(id);
      } finally {
        unsubscribe();
      }
    },
    route: (text, origin) =>
      routeInput({ vault: core.vault, session: createSession(), engine: core.engine }, text, {
        language: languageOf(text, 'en'),
        origin,
      }),
    refile: (id, project) => refile(core, id, project),
    async retry(id) {
      await core.retry(id);
      return queue.find(id);
    },
    async dismiss(id) {
      await core.dismiss(id);
      return queue.find(id);
    },
  };
}
