import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SearchEngine } from '../../../src/search/engine.js';
import { createLocalEngine } from '../../../src/search/engines/own/local-engine.js';
import { createQmdEngine } from '../../../src/search/engines/qmd/qmd-engine.js';
import type { FileSource } from '../../../src/search/files.js';
import { removeFolder } from '../../support/remove-folder.js';

const clock = { now: () => new Date(2025, 6, 14, 18, 30) };

/** As the engine, but an answer that QMD did not give fails the test: the own engine would hide every fault. */
export function withoutFallback(engine: SearchEngine): SearchEngine {
  return {
    ...engine,
    async search(request) {
      const answer = await engine.search(request);
      const [first] = answer.stages;
      if (first?.name !== 'qmd' || !first.ran) throw new Error(`QMD did not answer: ${first?.reason}`);
      return answer;
    },
  };
}

/** The engine with the real QMD, in a fresh folder; what `npm run test:extended` has prepared stands in the environment. */
export function openQmdEngine(options: { files: FileSource; folder?: string; env?: NodeJS.ProcessEnv }): {
  engine: SearchEngine;
  folder: string;
} {
  const folder = options.folder ?? tempFolder();
  const indexFile = join(folder, 'vault', 'index.sqlite');
  const { files } = options;
  const engine = createQmdEngine({
    own: createLocalEngine({ files, indexFile, clock }),
    indexFile,
    files,
    clock,
    env: { ...process.env, XDG_CACHE_HOME: folder, HOME: folder, ...options.env },
    childScript: process.env.RAPPEL_TEST_CHILD!,
  });
  onTestFinished(() => engine.close());
  return { engine, folder };
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-qmd-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}
