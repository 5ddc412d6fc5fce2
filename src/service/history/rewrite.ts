import { type ExportedCommit, readExported, writeCommit } from './exported-commits.js';
import { git, gitOutput } from './git.js';
import { BRANCH, type Repository } from './private-git-dir.js';
import type { HistoryStore } from './store.js';

/**
 * Rewrites the history with the result of `edit` for each commit, oldest first, in one pack; null drops a commit.
 * The new history then replaces the old one; returns its newest commit. Only commits and trees pass through here:
 * file content is copied inside git, and unreferenced content is left behind. Never deletes anything in a folder
 * that was not made here.
 */
export async function rewriteHistory(
  store: HistoryStore,
  repository: Repository,
  edit: (commit: ExportedCommit) => ExportedCommit | null,
): Promise<string | null> {
  return store.replace(async (objects) => {
    const fresh: Repository = { objects, source: repository.objects, head: null, shallow: [] };
    const { head } = await git(fresh, ['fast-import', '--quiet', '--done'], {
      input: edited(repository, edit),
    });
    if (head !== null) await git({ ...fresh, head }, ['repack', '-a', '-d', '-q', '--no-write-bitmap-index']);
    return head;
  });
}

async function* edited(
  repository: Repository,
  edit: (commit: ExportedCommit) => ExportedCommit | null,
): AsyncGenerator<Buffer> {
  const exported = gitOutput(repository, ['fast-export', '--no-data', '--show-original-ids', BRANCH]);
  for await (const commit of readExported(exported)) {
    const kept = edit(asShortened(repository, commit));
    if (kept !== null) yield writeCommit(kept);
  }
  yield Buffer.from('done\n');
}

/**
 * The oldest commit of a history trimmed by an older Rappel contains every file: it is not a change that can be
 * undone.
 */
function asShortened({ shallow }: Repository, commit: ExportedCommit): ExportedCommit {
  if (!shallow.includes(commit.id)) return commit;
  return {
    ...commit,
    entry: { ...commit.entry, source: 'trim', reason: 'Dropped earlier entries', input: null, files: [] },
  };
}
