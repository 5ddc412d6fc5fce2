import { type ExportedCommit, readExported, writeCommit } from './exported-commits.js';
import { git, gitOutput } from './git.js';
import { BRANCH, type Repository } from './private-git-dir.js';
import type { Store } from './store.js';

/**
 * Writes the history anew with what `edit` makes of each commit, oldest first, in one pack; null leaves a commit out.
 * The new one then takes the place of the old one; returns its newest commit. Only commits and trees pass through here: the content of files goes
 * from one folder to the other inside git, and what no commit names any more stays behind. Nothing is ever deleted in a
 * folder that was not made here.
 */
export async function rewriteHistory(
  store: Store,
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

/** The oldest commit of a history that an older Rappel cut holds every file: it is no change that can be undone. */
function asShortened({ shallow }: Repository, commit: ExportedCommit): ExportedCommit {
  if (!shallow.includes(commit.id)) return commit;
  return {
    ...commit,
    entry: { ...commit.entry, source: 'trim', reason: 'Dropped earlier entries', input: null, files: [] },
  };
}
