import type { z } from 'zod';
import type { UpdateInput } from '../agents/update.js';
import type { updateRequest } from './update-request.js';
import { encodeImage } from './wire.js';

/** An update as the service takes it. */
export function encodeUpdate(input: UpdateInput, id: string | undefined): z.input<typeof updateRequest> {
  const { text, inbox_ref, project = null, kind = null, title = null, due = null, replaces = null } = input;
  const { model = null, origin = null, session = null } = input;
  const images = input.images.map(encodeImage);
  return {
    text,
    images,
    inbox_ref,
    project,
    kind,
    title,
    due,
    replaces,
    model,
    origin,
    session,
    id: id ?? null,
  };
}
