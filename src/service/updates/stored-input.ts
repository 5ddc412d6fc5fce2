import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { ioError } from '../../shared/errors.js';
import { syncFolder } from '../../vault/files.js';
import { writeDurably } from '../state/durable.js';
import { digestOf } from './filed-ids.js';
import { parseStoredInput, type StoredInput } from './stored-update.js';
import type { UpdateStatus } from './update-status.js';

/** Writes the folder of a new update (the files spell fields as version 0.1 did), complete under a hidden name first; the rename makes it an update. */
export function storeUpdate(folder: string, name: string, input: UpdateInput, status: UpdateStatus): void {
  const draft = join(folder, `.${name}`);
  try {
    mkdirSync(draft, { recursive: true });
    const stored = toStored(input);
    for (const [index, { file }] of stored.images.entries())
      writeDurably(join(draft, file), input.images[index]!.bytes);
    writeDurably(join(draft, 'input.json'), JSON.stringify(stored));
    writeDurably(join(draft, 'status.json'), JSON.stringify(status));
    renameSync(draft, join(folder, name));
    syncFolder(folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw ioError(error, 'the queue of updates');
  }
}

/** Throws if the input is damaged. */
export function readInput(folder: string): UpdateInput {
  const stored = parseStoredInput(readFileSync(join(folder, 'input.json'), 'utf8'));
  return fromStored(stored, (file) => readFileSync(join(folder, file)));
}

/** The content of `input.json`, which names the files of the images. */
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

/** Null if the input can't be read. */
export function digestIn(folder: string): string | null {
  try {
    return digestOf(readInput(folder));
  } catch {
    return null;
  }
}
