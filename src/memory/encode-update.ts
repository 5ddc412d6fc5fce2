import type { z } from 'zod';
import type { UpdateInput } from '../agents/update.js';
import type { updateRequest } from './update-request.js';
import { encodeImage } from './wire.js';

/** An update as the service takes it. */
export function encodeUpdate(
  { text, images, inbox_ref, project = null, kind = null, origin = null, session = null }: UpdateInput,
  id: string | undefined,
): z.input<typeof updateRequest> {
  return { text, images: images.map(encodeImage), inbox_ref, project, kind, origin, session, id: id ?? null };
}
