import { z } from 'zod';
import type { UpdateInput } from '../../agents/update.js';
import { RappelError } from '../../shared/errors.js';
import { once } from '../../shared/once.js';
import { parseStored } from '../state/stored-fields.js';
import { fromStored, toStored } from './stored-input.js';
import { parseStatus, parseStoredInput } from './stored-update.js';
import { digestOf } from './update-rows.js';
import { FRESH, type UpdateStatus } from './update-status.js';

/** An update with its images, in the form of the files in its folder when it is accepted. */
export function keptUpdate(input: UpdateInput, { id, accepted, title = '', wall, author }: UpdateStatus) {
  const images = input.images.map(({ bytes }) => bytes.toString('base64'));
  const status: UpdateStatus = { ...FRESH, id, accepted, title, wall, author };
  const files = { input: JSON.stringify(toStored(input)), images, status: JSON.stringify(status) };
  return { id, accepted, digest: digestOf(input), content: JSON.stringify(files) };
}

/** Throws `invalid_input` for a text that `keptUpdate` did not write. */
export function readKept(content: string, id: string): { input: UpdateInput; status: UpdateStatus } {
  const found = parseStored(kept(), content);
  const status = found && parseStatus(found.status, id);
  if (found === null || status === null) throw new RappelError('invalid_input', 'update.damaged_row', { id });
  const images = found.images.map((image) => Buffer.from(image, 'base64'));
  return { input: fromStored(parseStoredInput(found.input), (_, at) => images[at]!), status };
}

const kept = once(() => z.object({ input: z.string(), images: z.array(z.string()), status: z.string() }));
