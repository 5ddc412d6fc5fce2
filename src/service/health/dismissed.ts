import { join } from 'node:path';
import { z } from 'zod';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import { parseStored, validItems } from '../state/stored-fields.js';
import type { Finding } from './finding.js';

/** The findings that a person does not want to see again, in `.rappel/dismissed-findings.json`, oldest first. */
export function createDismissed(root: string, now: () => Date) {
  const file = join(root, '.rappel', 'dismissed-findings.json');
  const list = () => parseStored(stored, readOrNull(file) ?? '')?.dismissed ?? [];

  function write(dismissed: z.infer<typeof one>[]): void {
    stateFolder(root);
    writeDurably(file, `${JSON.stringify({ dismissed }, null, 1)}\n`);
  }

  return {
    ids: (): Set<string> => new Set(list().map(({ id }) => id)),
    add({ id, kind, places }: Finding): void {
      const others = list().filter((known) => known.id !== id);
      const path = places[0]?.path ?? '';
      write([...others, { id, kind, path, dismissed: now().toISOString() }].slice(-MOST_KEPT));
    },
    /** False where it was not dismissed. */
    remove(id: string): boolean {
      const all = list();
      const left = all.filter((known) => known.id !== id);
      if (left.length < all.length) write(left);
      return left.length < all.length;
    },
    /** Forgets those of a file, or of everything in a folder: `vault/…`. */
    purge(shown: string): void {
      const all = list();
      const left = all.filter(
        ({ path }) => path !== shown && !path.startsWith(`${shown.replace(/\/$/, '')}/`),
      );
      if (left.length < all.length) write(left);
    },
  };
}

const MOST_KEPT = 5_000;

/** What it was about, for a person who reads the file; the id alone counts. */
const one = z.object({ id: z.string(), kind: z.string(), path: z.string(), dismissed: z.string() });
const stored = z.object({ dismissed: validItems(one) });
