import { localTimestamp } from '../../shared/clock.js';
import { ROOT } from '../../vault/paths.js';
import { readMessage } from './entry.js';
import type { EntryLog } from './entry-log.js';
import { git } from './git.js';
import type { History } from './history.js';
import { noEntry } from './no-entry.js';
import type { Recorded } from './recorded.js';

/** Reads the entries of the history. */
type Entries = Pick<History, 'list' | 'oldest' | 'entries' | 'newestAt' | 'find' | 'diff'>;

export function createGitEntries(recorded: Recorded, log: EntryLog): Entries {
  return {
    async list({ path, limit }) {
      const repository = await recorded.repository();
      if (repository.head === null) return [];
      const where = path === undefined || path === ROOT ? [] : ['--', `:(literal)${path}`];
      const args = ['log', '-z', '--format=%B', `--max-count=${limit}`, repository.head, ...where];
      return textOfOutput(await git(repository, args))
        .split('\0')
        .filter(Boolean)
        .map(readMessage);
    },
    async oldest() {
      const repository = await recorded.repository();
      if (repository.head === null) return null;
      const args = ['log', '--format=%B', '--max-parents=0', repository.head];
      return readMessage(textOfOutput(await git(repository, args)));
    },
    entries: async () => [...(await log()).byId.values()].map(({ entry }) => entry),
    async newestAt({ head, time }) {
      const logged = [...(await log()).byId.values()];
      const known = logged.findIndex(({ commit }) => commit === head);
      const until = localTimestamp(time);
      const at =
        known === -1 && head !== null ? logged.findLastIndex(({ entry }) => entry.time <= until) : known;
      return logged[at]?.entry ?? null;
    },
    find: async (id) => (await commitOf(log, id)).entry,
    async diff(id) {
      const { repository, commit, entry } = await commitOf(log, id);
      if (entry.source === 'trim') return '';
      // Only the last line end goes: an empty line of context belongs to its hunk.
      return textOfOutput(await git(repository, ['show', ...DIFF_OPTIONS, commit])).replace(/\n$/, '');
    },
  };
}

/** Throws `not_found`. */
export async function commitOf(log: EntryLog, id: string) {
  const { repository, byId } = await log();
  const found = byId.get(id);
  if (found !== undefined) return { repository, ...found };
  throw noEntry(id);
}

export function textOfOutput({ out }: { out: Buffer }): string {
  return out.toString('utf8');
}

const DIFF_OPTIONS = [
  '--format=',
  '--no-color',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--root',
  '-U2',
];
