import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { wallKey } from '../../vault/wall.js';
import { writeWhole } from '../state/durable.js';

/** Of an update whose input is no longer kept. */
interface FiledId {
  /** Null if the input was purged: nothing of it is kept. */
  digest: string | null;
  accepted: string;
}

export type FiledIds = ReturnType<typeof createFiledIds>;

/**
 * The ids of updates that left the queue, one per line, so that none is filed again. `add` runs before the update
 * is removed: a kill in between leaves it known twice, never unknown.
 */
export function createFiledIds(root: string) {
  const file = join(root, '.rappel', FILED_IDS);

  const read = () => readOrNull(file) ?? '';

  return {
    add(id: string, { digest, accepted }: FiledId): void {
      stateFolder(root);
      const handle = openSync(file, 'a', 0o600);
      try {
        writeSync(handle, `\n${id} ${digest ?? '-'} ${accepted}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    },
    find(id: string): FiledId | null {
      const text = read();
      // The last line counts: a purge removes the digest with a later line.
      const at = text.lastIndexOf(`\n${id} `);
      if (at === -1) return null;
      const [, digest, accepted = ''] = text.slice(at + 1, text.indexOf('\n', at + 1)).split(' ');
      return { digest: digest === '-' ? null : (digest ?? null), accepted };
    },
    /** Keeps the newest; the history of older ones is gone as well. */
    prune(keep = MOST_IDS): void {
      const lines = read()
        .split('\n')
        .filter((line) => line !== '');
      if (lines.length > keep)
        writeWhole(
          file,
          lines
            .slice(-keep)
            .map((line) => `\n${line}\n`)
            .join(''),
        );
    },
  };
}

export const FILED_IDS = 'filed-ids';
/** About 8 MB. */
const MOST_IDS = 100_000;

/** Distinguishes two inputs; short, because it stays after the input is gone. */
export function digestOf({ text, inbox_ref, images, project, kind, session, wall }: UpdateInput): string {
  const given = project == null && kind == null ? [] : [project ?? null, kind ?? null];
  const drawn = session == null ? [] : [session.path, session.from, session.to];
  const hash = createHash('sha256').update(
    JSON.stringify([text, inbox_ref, ...given, ...drawn, ...(wall ? [wallKey(wall)] : [])]),
  );
  for (const { name, media_type, bytes } of images) {
    hash.update(JSON.stringify([name, media_type, bytes.length])).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
