import { z } from 'zod';
import { BRIEF_TOKENS, briefOf } from '../agents/librarian/orientation/brief.js';
import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import { RappelError } from '../shared/errors.js';
import { findProject, nameWords } from '../tools/find-project.js';
import { optional } from '../tools/parse-input.js';
import { projectNames } from '../tools/project-names.js';
import type { Vault } from '../vault/vault.js';
import { projectOfWall } from '../vault/wall.js';
import { nothing } from './inputs.js';
import { operation } from './operation.js';

const PROJECT = 'the name of a project, or null';
const TOKENS = 'an integer from 100 to 20000, or null';
const MOST_REFERENCES = 1_000;
const REFS = `a list of at most ${MOST_REFERENCES} references like "vault/tasks.md:9-14@3f9a2c"`;

/** Where things stand, and whether what was cited still holds. */
export const orientOperations = {
  /**
   * What an assistant should know when it starts to work: the same bytes while the files are the same. Throws `not_found` for a project that
   * is not there. Behind a wall it is about the project there, once that has files.
   */
  orient: operation({
    role: 'reader',
    input: z.strictObject({
      project: optional(z.string(PROJECT), null),
      max_tokens: optional(z.int(TOKENS).min(100, TOKENS).max(20_000, TOKENS), BRIEF_TOKENS),
    }),
    run: async ({ vault }, { project, max_tokens }) => brief(vault, project, max_tokens),
    async behindWall({ vault, wall }, { project, max_tokens }) {
      const own = projectOfWall(wall);
      const isThere = projectNames(vault).some(({ name }) => name === own);
      return brief(vault, project ?? (isThere ? own : null), max_tokens);
    },
  }),

  /** What the vault says about now. */
  home: operation({
    role: 'reader',
    input: nothing,
    run: async ({ vault }) => (await import('../agents/librarian/orientation/home.js')).readHome(vault),
  }),

  /**
   * What became of the lines that references of answers name, in their files as they are now, in their order. Throws `invalid_input` for any
   * other text.
   */
  verify: operation({
    role: 'reader',
    input: z.strictObject({
      refs: z.array(z.string(REFS), REFS).min(1, REFS).max(MOST_REFERENCES, REFS),
    }),
    async run({ vault }, { refs }) {
      const { verifyReferences } = await import('../service/citations/verify.js');
      return { results: await verifyReferences(vault, refs) };
    },
  }),
};

/** A project may be named as people name it: by its folder, its title, or nearly so. */
function brief(vault: Vault, project: string | null, tokens: number): Brief {
  return briefOf(vault, { project: project === null ? null : folderOf(vault, project), tokens });
}

function folderOf(vault: Vault, given: string): string {
  const wanted = given.replace(/^(?:vault\/)?projects\//, '').replace(/\/$/, '');
  const projects = projectNames(vault);
  const exact = projects.find(({ name }) => name === wanted);
  const found = exact ?? findProject(nameWords(wanted), projects)?.project;
  if (found !== undefined) return found.name;
  throw new RappelError('not_found', 'project.unknown', { project: given });
}
