import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { HeldText } from '../../agents/update.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';
import { parseStored, storedPath } from './stored-fields.js';

export type Held = ReturnType<typeof createHeld>;

/**
 * Texts with a suspected secret, each in a folder of `.rappel/held/`, until the owner has decided: the one place that has them. No
 * search, prompt, log, export or sync reads there; everything else has the text with its secrets masked.
 */
export function createHeld(root: string) {
  const folder = join(root, '.rappel', 'held');
  const at = (id: string, name: string) => join(folder, id, name);

  const held = {
    ids: (): string[] => namesIn(folder).filter((name) => /^[\w-]{1,64}$/.test(name)),
    has: (id: string): boolean => readOrNull(at(id, TEXT)) !== null,
    /** On the disk when it returns. */
    hold(id: string, { text, images, project, files }: HeldText): void {
      stateFolder(root);
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
      for (const [index, { bytes }] of images.entries()) writeDurably(at(id, `image-${index + 1}`), bytes);
      const facts = images.map(({ name, media_type }) => ({ name, media_type }));
      writeDurably(at(id, TEXT), JSON.stringify({ text, project, images: facts, files }));
    },
    /** Null for one that is not held here, or not any longer. */
    read(id: string): HeldText | null {
      const stored = parseStored(schema, readOrNull(at(id, TEXT)) ?? '');
      if (stored === null) return null;
      const images = stored.images.map((image, index) => ({
        ...image,
        bytes: readFileSync(at(id, `image-${index + 1}`)),
      }));
      return { ...stored, images };
    },
    /** The question in the inbox that asks about it; null before there is one. */
    itemOf: (id: string): string | null => readOrNull(at(id, ITEM)) || null,
    setItem: (id: string, item: string): void => writeDurably(at(id, ITEM), item),
    drop(id: string): void {
      if (held.ids().includes(id)) rmSync(join(folder, id), { recursive: true, force: true });
    },
    /** Those that nothing asks about any more, or never was accepted, go after a while. */
    prune(isAsked: (id: string, item: string | null) => boolean, olderThanMs: number): void {
      for (const id of held.ids()) {
        const since = statSync(join(folder, id), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
        if (Date.now() - since > olderThanMs && !isAsked(id, held.itemOf(id))) held.drop(id);
      }
    },
  };
  return held;
}

const TEXT = 'text.json';
const ITEM = 'item';

const schema = z.object({
  text: z.string(),
  project: z.string().nullable(),
  images: z.array(z.object({ name: z.string(), media_type: z.string() })),
  files: z.array(z.object({ path: storedPath(), masked: z.string(), text: z.string() })),
});
