import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';
import { writeWhole } from '../state/durable.js';

/** What a note links to, and which names it gives itself. */
export interface NoteLinks {
  /** Its size and time when it was read. */
  look: string;
  aliases: readonly string[];
  links: readonly { kind: 'wiki' | 'markdown' | 'path'; address: string; line: number }[];
}

/** Raised when links are found in another way: what was kept before is then read again. */
const VERSION = 1;

/** The links of every note in the user's cache: after a start, only notes that changed since are read. */
export function createKeptLinks(file: string | null) {
  return {
    /** Nothing where there is no file, or one of another version. */
    load(): [VaultPath, NoteLinks][] {
      const text = file === null ? null : readOrNull(file);
      if (text === null) return [];
      try {
        const { version, notes } = JSON.parse(text);
        return version === VERSION ? notes : [];
      } catch {
        return [];
      }
    },
    save(notes: ReadonlyMap<VaultPath, NoteLinks>): void {
      if (file === null) return;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeWhole(file, JSON.stringify({ version: VERSION, notes: [...notes] }));
      } catch {
        // A full or read-only disk: the next start reads every note again.
      }
    },
  };
}
