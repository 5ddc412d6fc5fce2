import { z } from 'zod';
import { KINDS } from '../agents/clerk/kinds.js';
import type { UpdateInput } from '../agents/update.js';
import { updateImage } from '../agents/update-image.js';
import { RappelError } from '../shared/errors.js';
import { optional } from '../tools/parse-input.js';

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
    [],
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

/** Throws `invalid_input` if there is nothing to remember or to draw from, or a file is not an image. */
export function decodeUpdate(request: z.output<typeof updateRequest>): UpdateInput {
  const { text, inbox_ref, project, kind, title, due, replaces, model, origin, session } = request;
  const images = request.images.map(({ name, data }) => updateImage(name, decodeImage(data)));
  if (text.trim() === '' && images.length === 0 && session === null)
    throw new RappelError('invalid_input', 'text: got "", expected a text or at least one image');
  return { text, images, inbox_ref, project, kind, title, due, replaces, model, origin, session };
}

/** Base64, alone or in a `data:` address, as browsers and models write it. */
function decodeImage(data: string): Buffer {
  return Buffer.from(data.replace(/^data:[^,]{0,200},/, ''), 'base64');
}
