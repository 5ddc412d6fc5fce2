import { RappelError } from '../../shared/errors.js';
import type { History } from './history.js';

/** The history without git: changes are not recorded, and every method says why. Deleted files stay in the trash. */
export function createNoHistory(): History {
  const refuse = async (): Promise<never> => {
    throw noHistory();
  };
  return {
    available: false,
    record: async () => null,
    list: refuse,
    entries: refuse,
    newestAt: async () => null,
    oldest: refuse,
    find: refuse,
    diff: refuse,
    versions: refuse,
    async *changes(ids) {
      for (const _ of ids) yield await refuse();
    },
    async *read(versions) {
      for (const _ of versions) yield await refuse();
    },
    async *readAt(places) {
      for await (const _ of places) yield await refuse();
    },
    filesAt: refuse,
    current: async () => new Map(),
    unrecorded: async () => null,
    lastKnown: async () => new Map(),
    lineage: async () => ({ otherNames: [], movedTo: [], versions: [] }),
    holders: async () => [],
    purge: async () => {},
    trim: async () => ({ bytes: 0, dropped: 0, until: null }),
  };
}

function noHistory(): RappelError {
  return new RappelError('io', 'history.no_git');
}
