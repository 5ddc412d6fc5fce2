import { listProjects } from '../agents/librarian/projects.js';
import { teach } from '../agents/librarian/routing/lessons.js';
import { namesIn } from '../agents/librarian/routing/names.js';
import type { Core } from '../service/core.js';
import { RappelError } from '../shared/errors.js';
import type { HistoryPort } from './memory.js';

/**
 * Files an update anew in another project: takes out what it brought in, stores the same input again with its project,
 * and remembers the move. `id` is that of the update or of its entry in the history. Throws what an undo throws.
 */
export async function refile(
  { queue, vault, update, filed }: Core,
  history: HistoryPort,
  id: string,
  given: string,
): Promise<{ id: string }> {
  const project = projectNamed(listProjects(vault), given);
  const moving = queue.has(id) ? id : await updateOf(history, id);
  // An update is filed a moment before it is in the history.
  if (queue.find(moving).history === null) await filed();
  const { history: entry, files } = queue.find(moving);
  if (entry === null)
    throw new RappelError('invalid_input', `${moving} is not filed, so there is nothing to move`, {
      hint: 'See what became of it with: rappel history',
    });
  // Read first: an input that has left the queue can't be filed again.
  const input = queue.input(moving);
  const from = files.map((file) => /^vault\/projects\/([^/]+)\//.exec(file)?.[1]).find(Boolean) ?? null;
  await history.undo(entry);
  const { text, origin = null } = input;
  // Without its origin: the lesson below is the one to keep.
  const moved = await update({ ...input, inbox_ref: null, project, origin: null });
  teach(vault, { id: moved.id, text, project: project === '' ? null : project, from, origin });
  return { id: moved.id };
}

/** The update that an entry of the history records. */
async function updateOf(history: HistoryPort, id: string): Promise<string> {
  const { input, source } = await history.show(id);
  if (input !== null && source === 'update') return input;
  throw new RappelError('invalid_input', 'this entry of the history is not a note that Rappel filed', {
    hint: 'Move files with: rappel move FROM TO',
  });
}

/** A project in any spelling; empty for none. */
function projectNamed(projects: readonly string[], given: string): string {
  if (given.trim() === '') return '';
  const [project] = namesIn(given, projects).named;
  if (project !== undefined) return project;
  throw new RappelError(
    'not_found',
    `there is no project "${given}"; there are: ${projects.join(', ') || 'none'}`,
  );
}
