import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { writeWhole } from '../state/durable.js';
import { checkHistory } from './check-history.js';
import type { Repository } from './private-git-dir.js';

export type Trust = ReturnType<typeof createTrust>;

/** Remembers up to where a history was checked, in the user's cache: never in the vault, whose content is untrusted. */
export function createTrust(file: string | null) {
  let checked: string | null = null;
  /** A refused history stays refused until its head moves: the service asks every few seconds. */
  let refused: { head: string; error: unknown } | null = null;

  function remember(head: string): void {
    checked = head;
    if (file === null) return;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeWhole(file, `${head}\n`);
    } catch {
      // A full or read-only disk: the next process checks again.
    }
  }

  return {
    /** Throws if something in the history is not what Rappel writes. */
    async check(repository: Repository): Promise<void> {
      const { head } = repository;
      if (head === null || head === checked) return;
      if (refused?.head === head) throw refused.error;
      const mark = readMark(file);
      // Others who use this history check what they add to it.
      if (head === mark) checked = head;
      if (head === checked) return;
      try {
        await checkHistory(repository, head, checked ?? mark);
      } catch (error) {
        refused = { head, error };
        throw error;
      }
      remember(head);
    },
    /** A commit that this process just made on top of a checked one. */
    extend: remember,
  };
}

function readMark(file: string | null): string | null {
  const mark = file === null ? '' : (readOrNull(file) ?? '').trim();
  return /^[0-9a-f]{40}$/.test(mark) ? mark : null;
}
