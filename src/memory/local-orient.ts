import { briefOf } from '../agents/librarian/orientation/brief.js';
import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import { RappelError } from '../shared/errors.js';
import { findProject, nameWords } from '../tools/find-project.js';
import { parseInput } from '../tools/parse-input.js';
import { projectNames } from '../tools/project-names.js';
import type { Vault } from '../vault/vault.js';
import type { OrientRequest } from './memory.js';
import { orientRequest } from './orient-request.js';

/** A project may be named as people name it: by its folder, its title, or nearly so. */
export function localOrient(vault: Vault, request: OrientRequest): Brief {
  const { project, max_tokens } = parseInput('orient', orientRequest, request);
  return briefOf(vault, {
    project: project === null ? null : folderOf(vault, project),
    tokens: max_tokens,
  });
}

function folderOf(vault: Vault, given: string): string {
  const wanted = given.replace(/^(?:vault\/)?projects\//, '').replace(/\/$/, '');
  const projects = projectNames(vault);
  const exact = projects.find(({ name }) => name === wanted);
  const found = exact ?? findProject(nameWords(wanted), projects)?.project;
  if (found !== undefined) return found.name;
  throw new RappelError('not_found', `there is no project "${given}"`, {
    hint: 'List the projects with: rappel tree projects --depth 1',
  });
}
