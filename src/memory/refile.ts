import { listProjects } from '../agents/clerk/projects.js';
import { projectsNamed } from '../agents/clerk/routing/names.js';
import { showEntry } from '../operations/history.js';
import type { Core } from '../service/core.js';
import { RappelError } from '../shared/errors.js';

/**
 * Files an update anew in another project: a new update with the same input takes out what the first one brought in, and
 * remembers the move. `id` is that of the update or of its entry in the history.
 */
export async function refile(core: Core, id: string, given: string): Promise<{ id: string }> {
  const { queue, vault, update, filed } = core;
  const project = projectNamed(listProjects(vault), given);
  const moving = queue.has(id) ? id : await updateOf(core, id);
  // An update is filed a moment before it is in the history.
  if (queue.find(moving).history === null) await filed();
  if (queue.find(moving).history === null)
    throw new RappelError('invalid_input', `${moving} is not filed, so there is nothing to move`, {
      hint: 'See what became of it with: rappel history',
    });
  const input = queue.input(moving);
  if (input.held)
    throw new RappelError('protected', `${moving} seemed to contain a secret, so it can't be filed anew`, {
      hint: 'Answer its question with a project, or move its file: rappel move FROM TO',
    });
  const moved = await update({ ...input, inbox_ref: null, project, refiles: moving });
  return { id: moved.id };
}

/** The update that an entry of the history records. */
async function updateOf(core: Core, id: string): Promise<string> {
  const { input, source } = await showEntry(core, id);
  if (input !== null && source === 'update') return input;
  throw new RappelError('invalid_input', 'this entry of the history is not a note that Rappel filed', {
    hint: 'Move files with: rappel move FROM TO',
  });
}

/** A project in any spelling; empty for none. */
function projectNamed(projects: readonly string[], given: string): string {
  if (given.trim() === '') return '';
  const [project] = projectsNamed(given, projects);
  if (project !== undefined) return project;
  throw new RappelError(
    'not_found',
    `there is no project "${given}"; there are: ${projects.join(', ') || 'none'}`,
  );
}
