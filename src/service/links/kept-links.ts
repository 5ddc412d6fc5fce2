import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { VaultPath } from '../../vault/paths.js';
import { writeWhole } from '../state/durable.js';

/** What a note links to, and which names it gives itself. */
export interface KeptNoteLinks {
  /** Its size and time when it was read. */
  look: string;
  aliases: readonly string[];
  links: readonly { kind: 'wiki' | 'markdown' | 'path'; address: string; line: number }[];
}

/** The first line; raised when links are found in another way: what was kept before is then read again. */
const HEADER = '{"version":2}';

/**
 * The links of every note in the user's cache: after a start, only notes that changed since are read. A line for each note,
 * so that others get their turn between them.
 */
export function createKeptLinks(file: string | null) {
  return {
    /** Nothing where there is no file, or one of another version; as much as can be read of a damaged one. */
    *load(): Generator<[VaultPath, KeptNoteLinks]> {
      const [header, ...lines] = (file === null ? null : readOrNull(file))?.split('\n') ?? [];
      if (header !== HEADER) return;
      for (const line of lines) {
        const note = parsed(line);
        if (note === null) return;
        yield note;
      }
    },
    async save(notes: ReadonlyMap<VaultPath, KeptNoteLinks>): Promise<void> {
      if (file === null) return;
      const yieldToEventLoop = createYielder();
      const lines = [HEADER];
      for (const note of notes) {
        lines.push(JSON.stringify(note));
        await yieldToEventLoop();
      }
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeWhole(file, lines.join('\n'));
      } catch {
        // A full or read-only disk: the next start reads every note again.
      }
    },
  };
}

function parsed(line: string): [VaultPath, KeptNoteLinks] | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
