import { z } from 'zod';
import { updateImage } from '../agents/update-image.js';
import { loadExample } from '../exchange/example/load-example.js';
import type { FileChange } from '../service/events/events.js';
import { moveFile, previewMove } from '../service/moves/move-file.js';
import { errorFromFacts, RappelError } from '../shared/errors.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { optional } from '../tools/parse-input.js';
import { fileSystem } from '../vault/file-system.js';
import { readBytes } from '../vault/files.js';
import { parsePath, ROOT, showPath } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import type { TreeNode } from '../vault/tree.js';
import { LANGUAGES } from '../words/language.js';
import { runCalls } from './calls.js';
import { choices } from './history.js';
import { nothing } from './inputs.js';
import { aliasesIn, linksTo, movedTo } from './note-links.js';
import { operation, serviceOperation } from './operation.js';
import { attachImage, finishTask } from './page-work.js';
import { saveNote } from './save-note.js';

const PATH = 'a path of the vault';
const MOST_PATHS = 500;
const PATHS = `a list of at most ${MOST_PATHS} paths of the vault`;

const file = z.strictObject({ path: z.string(PATH) });
const move = z.strictObject({ from: z.string(PATH), to: z.string(PATH) });

export interface ListedFile {
  /** `vault/…` */
  path: string;
  size: number;
  /** ISO time of its last change. */
  modified: string;
}

/** Files as they are, and what a person does with them in the page. */
export const filesOperations = {
  /** Every visible file and folder, measured. */
  tree: operation({ role: 'reader', input: nothing, run: async ({ tree }) => ({ tree: await tree() }) }),

  /** Single files and folders of it: a client that has the tree keeps it up to date with those. `node` is null where there is none. */
  'tree/nodes': operation({
    role: 'reader',
    input: z.strictObject({ paths: z.array(z.string(PATHS), PATHS).max(MOST_PATHS, PATHS) }),
    async run({ tree }, { paths }) {
      const root = await tree();
      return { nodes: paths.map((path) => ({ path, node: nodeAt(root, path) })) };
    },
  }),

  /** Every visible file, in the order of the tree. */
  'files/list': operation({
    role: 'reader',
    input: nothing,
    run: async ({ vault }) => ({ files: await listFiles(vault.root) }),
  }),

  /** The bytes of a file. Throws `not_found`, or `invalid_input` if it is larger than `most_bytes`. */
  'files/bytes': operation({
    role: 'reader',
    raw: true,
    input: file.extend({ most_bytes: z.number().default(Number.POSITIVE_INFINITY) }),
    async run({ vault }, { path, most_bytes }) {
      const place = vault.resolve(path);
      if (place.kind === 'missing') throw vault.missing(place);
      if (place.stats!.size > most_bytes) throw tooLarge(place.shown, most_bytes);
      return readBytes(place);
    },
  }),

  /** Tells of files that change, appear or disappear, until the function that it answers with is called. */
  'files/watch': operation({
    role: 'reader',
    raw: true,
    input: z.strictObject({ tell: z.custom<(change: FileChange) => void>() }),
    run: ({ watchFiles }, { tell }) => watchFiles(tell),
  }),

  /**
   * Saves what a person typed, merged with what others changed meanwhile. Throws `stale` with the obstacles where both changed the same
   * unit and no choice was made.
   */
  'files/save': serviceOperation({
    role: 'editor',
    input: file.extend({
      base: z.string('the text that was edited, or null for a new file').nullable(),
      text: z.string('a text'),
      choices,
      keep_secrets: z.boolean('true or false').optional(),
    }),
    run: (service, { path, ...save }) => saveNote(service, path, save),
  }),

  /** Deletes a file or folder. `warning` says why the history could not follow; null where it did. */
  'files/delete': operation({
    role: 'editor',
    input: file,
    async run(core, { path }) {
      const { outcomes, warning } = await runCalls(core, [{ tool: 'delete', input: { path } }], {
        source: 'page',
      });
      const [outcome] = outcomes;
      if (!outcome!.ok) throw errorFromFacts(outcome!.error);
      return { warning };
    },
  }),

  /** Moves a file or folder; links follow. Throws as the tool `move` does. */
  'files/move': serviceOperation({
    role: 'editor',
    input: move,
    run: (service, { from, to }) => moveFile(service, from, to),
  }),

  /** How many links a move would change. */
  'files/move/preview': serviceOperation({
    role: 'reader',
    input: move,
    run: async (service, { from, to }) => previewMove(service, from, to),
  }),

  /** Keeps a picture beside a note. */
  'files/attach': serviceOperation({
    role: 'editor',
    input: z.strictObject({
      note: z.string(PATH),
      name: z.string('a name'),
      data: z.string('an image in base64'),
    }),
    run: async (service, { note, name, data }) =>
      attachImage(service, note, updateImage(name, Buffer.from(data, 'base64'))),
  }),

  /** Closes a task of a tasks file. Throws `stale` for one that is gone. */
  'files/finish': serviceOperation({
    role: 'editor',
    input: z.strictObject({
      path: z.string('the path of a tasks file'),
      title: z.string('the title of a task'),
      line: z.int('the line of its heading'),
    }),
    async run(service, task) {
      await finishTask(service, task);
      return { done: true };
    },
  }),

  /** What other notes say of a file. */
  'links/to': serviceOperation({
    role: 'reader',
    input: file,
    run: (service, { path }) => linksTo(service, path),
  }),

  /** Where a file is now that was moved from this path, `vault/…`; null where it was deleted, or is there. */
  'links/moved': serviceOperation({
    role: 'reader',
    input: file,
    run: async (service, { path }) => ({ path: await movedTo(service, path) }),
  }),

  /** Other names of notes, from their frontmatter. */
  'links/aliases': serviceOperation({
    role: 'reader',
    input: nothing,
    run: async (service) => ({ aliases: await aliasesIn(service) }),
  }),

  /** Puts the example memory into an empty vault. Throws `exists` for any other. */
  example: serviceOperation({
    role: 'editor',
    input: z.strictObject({
      language: optional(z.enum(LANGUAGES, `one of ${LANGUAGES.join(', ')}`), 'en'),
    }),
    run: async (service, { language }) => ({
      entry: await loadExample(service, { language, now: service.vault.clock.now() }),
    }),
  }),
};

/** Null where there is no such file or folder. */
function nodeAt(root: TreeNode, path: string): TreeNode | null {
  const segments = parsePath(path).split('/').filter(Boolean);
  return segments.reduce<TreeNode | null>(
    (folder, segment) => folder?.children?.find(({ name }) => name === segment) ?? null,
    root,
  );
}

async function listFiles(root: string): Promise<ListedFile[]> {
  const yieldToEventLoop = createYielder();
  const files: ListedFile[] = [];
  for (const { kind, path, address } of walk(root, root, ROOT, () => {})) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    const stats = kind === 'file' ? fileSystem.stat(address) : undefined;
    if (stats !== undefined)
      files.push({ path: showPath(path), size: stats.size, modified: stats.mtime.toISOString() });
  }
  return files;
}

function tooLarge(shown: string, mostBytes: number): RappelError {
  return new RappelError('invalid_input', 'file.too_large_to_send', {
    megabytes: Math.floor(mostBytes / 1_000_000),
    path: shown,
  });
}
