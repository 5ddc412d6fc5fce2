import { readMessage } from './entry.js';
import { git } from './git.js';
import type { HistoryEntry } from './history.js';
import type { Repository } from './private-git-dir.js';
import type { Recorded } from './recorded.js';

interface LoggedEntry {
  commit: string;
  entry: HistoryEntry;
}

export type EntryLog = ReturnType<typeof createEntryLog>;

/** All entries by their id, oldest first; read again only when the head has moved. */
export function createEntryLog(recorded: Recorded) {
  let known: { head: string | null; byId: ReadonlyMap<string, LoggedEntry> } = {
    head: null,
    byId: new Map(),
  };

  return async (): Promise<{ repository: Repository; byId: ReadonlyMap<string, LoggedEntry> }> => {
    const repository = await recorded.repository();
    const { head } = repository;
    if (head !== known.head)
      known = { head, byId: head === null ? new Map() : await readLog(repository, head) };
    return { repository, byId: known.byId };
  };
}

async function readLog(repository: Repository, head: string): Promise<Map<string, LoggedEntry>> {
  const { out } = await git(repository, ['log', '-z', '--reverse', '--format=%H%n%B', head]);
  const byId = new Map<string, LoggedEntry>();
  for (const text of out.toString('utf8').split('\0').filter(Boolean)) {
    const entry = readMessage(text);
    byId.set(entry.id, { commit: text.slice(0, text.indexOf('\n')), entry });
  }
  return byId;
}
