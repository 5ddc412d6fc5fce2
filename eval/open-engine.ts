import { join } from 'node:path';
import type { SearchMode } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';

/** What is measured. */
export interface How {
  modes: SearchMode[];
  /** Only the questions of this half; null for all. */
  half: number | null;
  /** Deep search with what needs no model alone. */
  noModel: boolean;
  /** How many words of a session are judged; null for all. */
  words: number | null;
  /** About so many questions of each set, spread evenly; null for all. */
  sample: number | null;
}

/** The engine of the vault in `root/vault`, its index beside it. */
export function openEngine(root: string, { noModel }: How) {
  const vault = createVault({ root: join(root, 'vault'), clock: systemClock });
  const engine = createLocalEngine({
    files: createFileSource(vault),
    indexFile: join(root, 'cache', 'index.sqlite'),
    clock: systemClock,
    // Nobody changes the files meanwhile: the time of a question is that of a running service.
    refresh: 'once' as const,
    ...(noModel && { embedder: null }),
  });
  return { vault, engine };
}
