import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyReferences } from '../src/service/citations/verify.js';
import { createGitHistory } from '../src/service/history/git-history.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { generateHistory } from './generate-history.js';
import { generateVault } from './generate-vault.js';
import { type BenchRow, milliseconds, ratioOf } from './table.js';

const PROJECTS = 1_000;
const ENTRIES = 10_000;

/** What asks the history, at 10,000 files and 10,000 entries. */
export async function benchPast(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-past-'));
  try {
    generateVault(root, PROJECTS);
    const { refs } = await generateHistory(root, ENTRIES);
    const vault = createVault({ root, clock: systemClock });
    const history = createGitHistory(vault);
    await history.entries();
    const asked = refs.filter((_, index) => index % 2 === 0).slice(0, 20);
    const start = performance.now();
    const results = await verifyReferences(vault, async () => history, asked);
    const verifying = performance.now() - start;
    const scanned = performance.now();
    await history.unrecorded();
    const scanning = performance.now() - scanned;
    console.log(results.map(({ status }) => status).join(', '));
    return [
      {
        figure: `\`verify\` of ${asked.length} references, 10,000 files, 10,000 entries`,
        value: milliseconds(verifying),
        peer: `comparing every file with the history, ${milliseconds(scanning)}`,
        ratio: ratioOf(verifying, scanning),
        wanted: '',
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
