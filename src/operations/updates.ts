import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { KINDS } from '../agents/clerk/kinds.js';
import type { UpdateInput } from '../agents/update.js';
import { updateImage } from '../agents/update-image.js';
import type { Core } from '../service/core.js';
import { isWaiting, type UpdateStatus } from '../service/updates/update-status.js';
import { RappelError } from '../shared/errors.js';
import { optional } from '../tools/parse-input.js';
import { createSession } from '../tools/session.js';
import { accepted, listLimit } from './inputs.js';
import { type Context, operation } from './operation.js';

const IMAGE = 'an object with name, media_type and data (base64)';
const INBOX = 'the name of an inbox item, like 2025-07-14-vocal-meeting-client';
const PROJECT = 'the name of a project, or "" for none';
const KIND = `one of ${KINDS.join(', ')}`;
const TITLE = 'a heading for it, or null';
const DUE = 'the day it is due, like 2025-07-14 or 2025-07-14 09:30, or null';
const REPLACES = 'the line it corrects or the task it ends, in words or as path:line, or null';
const MODEL = '"none", or null';
const ORIGIN = 'an object with client and folder, the names of the program and the folder it comes from';
const SESSION = 'an object with path, from and to: a transcript in the vault and its lines';
const ID = 'up to 64 letters, digits, - or _';

/** Where an update comes from. */
export const originRequest = optional(
  z.strictObject(
    { client: optional(z.string(ORIGIN), null), folder: optional(z.string(ORIGIN), null) },
    ORIGIN,
  ),
  null,
);

/** An update as every door takes it. */
export const updateRequest = z.strictObject({
  text: z.string('a text'),
  images: optional(
    z.array(
      z.strictObject({ name: z.string(IMAGE), media_type: z.string(IMAGE), data: z.string(IMAGE) }, IMAGE),
      `a list, each ${IMAGE}`,
    ),
    [] as never[],
  ),
  inbox_ref: optional(z.string(INBOX), null),
  project: optional(z.string(PROJECT), null),
  kind: optional(z.enum(KINDS, KIND), null),
  title: optional(z.string(TITLE), null),
  due: optional(z.string(DUE), null),
  replaces: optional(z.string(REPLACES), null),
  model: optional(z.literal('none', MODEL), null),
  origin: originRequest,
  session: optional(
    z.strictObject(
      {
        path: z.string(SESSION),
        from: optional(z.int(SESSION).positive(SESSION), 1),
        to: optional(z.int(SESSION).positive(SESSION), null),
      },
      SESSION,
    ),
    null,
  ),
  id: optional(z.string(ID), null),
});

const one = z.strictObject({ id: z.string('the id of an update') });

/** What is told to Rappel, and what becomes of it. */
export const updatesOperations = {
  /** Stores the input durably; it is filed in its turn. The same id again is the same update. */
  update: operation({
    role: 'editor',
    input: updateRequest,
    run: async (core, request) =>
      accepted((await core.update(decodeUpdate(request), request.id ?? undefined)).id),
  }),

  /** Which project a text belongs to, as the clerk sees it; files nothing. */
  route: operation({
    role: 'reader',
    input: z.strictObject({ text: z.string('a text'), origin: originRequest }),
    async run({ vault, engine }, { text, origin }) {
      const [{ routeInput }, { languageOf }] = await Promise.all([
        import('../agents/clerk/routing/route-input.js'),
        import('../agents/language.js'),
      ]);
      const language = languageOf(text, 'en');
      return routeInput({ vault, session: createSession(), engine }, text, { language, origin });
    },
  }),

  /** Newest first. */
  'updates/list': operation({
    role: 'reader',
    input: z.strictObject({ limit: listLimit(200) }),
    run: async ({ queue }, { limit }) => ({ updates: queue.list().reverse().slice(0, limit) }),
  }),

  /** Throws `not_found`. */
  'updates/find': operation({ role: 'reader', input: one, run: async ({ queue }, { id }) => queue.find(id) }),

  /** Tells every step until the update is finished or waits for its model, then its last status. */
  'updates/follow': operation({
    role: 'reader',
    input: one,
    run: (core, { id }, context) => follow(core, id, context),
  }),

  /** Tries a failed, waiting or dismissed update now; does nothing to any other. */
  'updates/retry': operation({
    role: 'editor',
    input: one,
    async run({ queue, retry }, { id }) {
      await retry(id);
      return queue.find(id);
    },
  }),

  /** Leaves an update unfiled; its input is kept. Throws `busy` for one that runs, `exists` for one that is filed. */
  'updates/dismiss': operation({
    role: 'editor',
    input: one,
    async run({ queue, dismiss }, { id }) {
      await dismiss(id);
      return queue.find(id);
    },
  }),

  /** Files an update again in another project, and learns from it. `id` is that of the update or of its entry in the history. */
  'updates/refile': operation({
    role: 'editor',
    input: one.extend({ project: z.string(PROJECT) }),
    run: async (core, { id, project }) => accepted((await refile(core, id, project)).id),
  }),
};

export function isFinished({ state }: UpdateStatus): boolean {
  return !isWaiting(state);
}

/** Another process may file an update: its steps reach this one through the files alone. */
const LOOK_MS = 100;

async function follow(core: Core, id: string, { onEvent, signal }: Context): Promise<UpdateStatus> {
  const { queue, events } = core;
  const tell = (status: UpdateStatus) => onEvent?.({ type: 'update', status });
  let status = queue.find(id);
  let wake = () => {};
  const unsubscribe = events.subscribe(({ type, data }) => {
    if (type !== 'update' || data.id !== id) return;
    tell(data);
    wake();
  });
  try {
    let isOver = false;
    const over = () => {
      isOver = true;
      wake();
    };
    // If this process files nothing any more (another one may do it), waiting would never end.
    core.filed().then(over, () => {});
    for (tell(status); !isAtRest(status) && !isOver && !signal?.aborted; status = queue.find(id)) {
      const told = new AbortController();
      wake = () => told.abort();
      const until = signal === undefined ? told.signal : AbortSignal.any([told.signal, signal]);
      await wait(LOOK_MS, undefined, { signal: until }).catch(() => {});
    }
    return queue.find(id);
  } finally {
    unsubscribe();
  }
}

/** Nothing happens to it for a while: it is finished, or waits for its model. */
function isAtRest(status: UpdateStatus): boolean {
  const { state, retry, asked } = status;
  return isFinished(status) || (state === 'accepted' && retry !== undefined && !asked);
}

/** Throws `invalid_input` if there is nothing to remember or to draw from, or a file is not an image. */
function decodeUpdate(request: z.output<typeof updateRequest>): UpdateInput {
  const { text, inbox_ref, project, kind, title, due, replaces, model, origin, session } = request;
  const images = request.images.map(({ name, data }) => updateImage(name, decodeImage(data)));
  if (text.trim() === '' && images.length === 0 && session === null)
    throw new RappelError('invalid_input', 'update.empty');
  return { text, images, inbox_ref, project, kind, title, due, replaces, model, origin, session };
}

/** Base64, alone or in a `data:` address, as browsers and models write it. */
function decodeImage(data: string): Buffer {
  return Buffer.from(data.replace(/^data:[^,]{0,200},/, ''), 'base64');
}

/**
 * Files an update anew in another project: a new update with the same input takes out what the first one brought in, and
 * remembers the move. `id` is that of the update or of its entry in the history.
 */
async function refile(core: Core, id: string, given: string): Promise<{ id: string }> {
  const { queue, vault, update, filed } = core;
  const { listProjects } = await import('../agents/clerk/projects.js');
  const project = await projectNamed(listProjects(vault), given);
  const moving = queue.has(id) ? id : await updateOf(core, id);
  // An update is filed a moment before it is in the history.
  if (queue.find(moving).history === null) await filed();
  if (queue.find(moving).history === null)
    throw new RappelError('invalid_input', 'refile.not_filed', { entry: moving });
  const input = queue.input(moving);
  if (input.held) throw new RappelError('protected', 'refile.secret', { entry: moving });
  const moved = await update({ ...input, inbox_ref: null, project, refiles: moving });
  return { id: moved.id };
}

/** The update that an entry of the history records. */
async function updateOf(core: Core, id: string): Promise<string> {
  const { showEntry } = await import('./history.js');
  const { input, source } = await showEntry(core, id);
  if (input !== null && source === 'update') return input;
  throw new RappelError('invalid_input', 'refile.no_note');
}

/** A project in any spelling; empty for none. */
async function projectNamed(projects: readonly string[], given: string): Promise<string> {
  if (given.trim() === '') return '';
  const { projectsNamed } = await import('../agents/clerk/routing/names.js');
  const [project] = projectsNamed(given, projects);
  if (project !== undefined) return project;
  throw new RappelError('not_found', 'project.not_among', {
    project: given,
    projects: projects.join(', ') || 'none',
  });
}
