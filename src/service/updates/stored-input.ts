import type { UpdateInput } from '../../agents/update.js';
import type { StoredInput } from './stored-update.js';

/** An input without its images, which have the names of files in an archive. It spells fields as version 0.1 did. */
export function toStored({ inbox_ref: inboxRef, images: given, ...input }: UpdateInput): StoredInput {
  const images = given.map(({ name, media_type: mediaType }, index) => {
    return { name, mediaType, file: `image-${index + 1}` };
  });
  return { ...input, inboxRef, images };
}

export function fromStored(
  { inboxRef, images: stored, ...input }: StoredInput,
  read: (file: string, at: number) => Buffer,
): UpdateInput {
  const images = stored.map(({ name, mediaType, file }, at) => {
    return { name, media_type: mediaType, bytes: read(file, at) };
  });
  return { ...input, inbox_ref: inboxRef, images };
}
