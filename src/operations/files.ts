import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { bucketOf, fileDone } from '../agents/clerk/entries.js';
import { fileImages } from '../agents/clerk/filing.js';
import { Mandate } from '../agents/clerk/mandate.js';
import { languageOf } from '../agents/language.js';
import type { UpdateImage } from '../agents/update.js';
import { updateImage } from '../agents/update-image.js';
import { loadExample } from '../exchange/example/load-example.js';
import { recordChanges } from '../service/changes/record-changes.js';
import type { UndoChoices } from '../service/changes/undo-file.js';
import type { Service } from '../service/create-service.js';
import type { FileChange } from '../service/events/events.js';
import { moveFile, previewMove } from '../service/moves/move-file.js';
import { errorFromFacts, RappelError } from '../shared/errors.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { withoutNewSecrets, writablePlace } from '../tools/guards.js';
import { optional } from '../tools/parse-input.js';
import { createSession } from '../tools/session.js';
import { fileSystem } from '../vault/file-system.js';
import { decodeText, readBytes } from '../vault/files.js';
import { parsePath, projectOf, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { walk } from '../vault/scan.js';
import { versionOf } from '../vault/stamp.js';
import { openTasksIn } from '../vault/tasks.js';
import type { TreeNode } from '../vault/tree.js';
import { mergeTexts } from '../vault/units/merge-texts.js';
import type { Vault } from '../vault/vault.js';
import { LANGUAGES } from '../words/language.js';
import { runCalls } from './calls.js';
import { choices } from './history.js';
import { nothing } from './inputs.js';
import { aliasesIn, linksTo, movedTo } from './note-links.js';
import { operation, serviceOperation } from './operation.js';

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

/** A task of a tasks file, as the page shows it. */
interface ShownTask {
  path: string;
  title: string;
  /** The line of its heading. */
  line: number;
}

/** Closes a task as the clerk does: it leaves its file, and the changelog has it. Throws `stale` for one that is gone. */
export async function finishTask(service: Service, { path, title, line }: ShownTask): Promise<void> {
  const place = service.vault.resolve(path);
  let reason = '';
  await recordChanges(service, { source: 'page', reason: () => reason }, async (vault) => {
    const [task] = openTasksIn(vault, place.path)
      .filter((open) => open.title === title)
      .sort((a, b) => Math.abs(a.first - line) - Math.abs(b.first - line));
    if (task === undefined) throw new RappelError('stale', 'task.gone', { path: place.shown });
    const context = { vault, session: createSession(), engine: service.engine };
    const language = languageOf(`${task.title}\n${task.body}`, 'en');
    reason = fileDone(
      { context, material: { text: title, images: [] }, project: task.project, language },
      task,
      Mandate.ofClick(vault),
    ).title;
  });
}

/** Puts a picture into the bucket of the note that it belongs to. Returns its path. */
export async function attachImage(
  service: Service,
  note: string,
  image: UpdateImage,
): Promise<{ path: string }> {
  const { path } = service.vault.resolve(note);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  let shown = '';
  await recordChanges(service, { source: 'page', reason: () => `attached ${shown}` }, async (vault) => {
    const [filed] = fileImages(vault, bucketOf(projectOf(path)), { text: name, images: [image] });
    shown = showPath(filed!);
  });
  return { path: shown };
}

interface NoteSave {
  /** The text that the person began with; null for a new file. */
  base: string | null;
  text: string;
  /** By the id of a unit that both changed, or `all`: keep what is in the file, or take this text. */
  choices: UndoChoices;
  /** The person has said that what looks like a secret is to be in the file. */
  keep_secrets?: boolean | undefined;
}

interface SavedNote {
  /** The whole file as it is now: stamped, and with what others changed meanwhile. */
  text: string;
}

export async function saveNote(
  { vault, pageEdits, job }: Service,
  path: string,
  save: NoteSave,
): Promise<SavedNote> {
  const place = writablePlace(vault, path);
  await untilWritten(vault, place, save.base);
  const { before, after } = pageEdits.save(place, (current) => {
    if (current === null && save.base !== null) throw vault.missing(place);
    const text = merged(place, current, save);
    return save.keep_secrets ? text : withoutNewSecrets(place, current, text);
  });
  if (before !== after) job.changed(place.path);
  return { text: after };
}

/**
 * A program that writes a file in place empties it first. A text that is merged with half of a file would lose the rest:
 * where the file is not as the person knows it, two looks at it must agree.
 */
async function untilWritten(vault: Vault, { path }: Place, base: string | null): Promise<void> {
  let last = base === null ? null : textAt(vault, path);
  if (last === null || versionOf(last) === versionOf(base!)) return;
  for (let look = 0; look < MOST_LOOKS; look++) {
    await wait(LATE_WRITE_MS);
    const before: string | null = last;
    last = textAt(vault, path);
    if (last === before) return;
  }
}

const LATE_WRITE_MS = 100;
const MOST_LOOKS = 20;

function textAt(vault: Vault, path: VaultPath): string | null {
  const place = vault.locate(path);
  return place.kind === 'file' ? decodeText(readBytes(place), place.shown) : null;
}

function merged(place: Place, current: string | null, { base, text, choices }: NoteSave): string {
  if (current === null) return text;
  if (base === null) throw new RappelError('exists', 'file.exists', { path: place.shown });
  const [now, began] = [versionOf(current), versionOf(base)];
  if (now === began) return text;
  if (versionOf(text) === began) return current;
  const choiceOf = (id: string) => choices[id] ?? choices.all;
  const { text: result, conflicts } = mergeTexts(base, current, text, {
    choose: ({ id }) => (choiceOf(id) === 'take' ? 'theirs' : 'ours'),
  });
  const units = conflicts.filter(({ id }) => choiceOf(id) === undefined);
  if (units.length === 0) return result;
  throw new RappelError('stale', 'file.conflict', {
    path: place.shown,
    data: { obstacles: [{ path: place.shown, reason: 'changed_units', units }] },
  });
}
