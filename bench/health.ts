import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExamine } from '../src/service/health/examine.js';
import { createLinkIndex } from '../src/service/links/link-index.js';
import { systemClock } from '../src/shared/clock.js';
import { ROOT } from '../src/vault/paths.js';
import { walk } from '../src/vault/scan.js';
import { createVault } from '../src/vault/vault.js';
import { generateVault } from './generate-vault.js';
import { measure } from './measure.js';
import { type BenchRow, milliseconds, ratioOf } from './table.js';

const PROJECTS = 1_000;

/** The examination of 10,000 files, in processor time: it depends less on what else runs. */
export async function benchHealth(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-health-'));
  try {
    generateVault(root, PROJECTS);
    const vault = createVault({ root, clock: systemClock });
    const reading = await measure(async () => {
      for (const { kind, address } of walk(root, root, ROOT))
        if (kind === 'file') readFileSync(address, 'utf8');
    });
    const examine = createExamine(
      vault,
      createLinkIndex(root, () => {}),
    );
    const first = await measure(examine);
    const again = await measure(examine);
    return [
      {
        figure: '`health`, 10,000 files, processor time',
        value: milliseconds(first.cpu),
        peer: `reading every file once, ${milliseconds(reading.cpu)}`,
        ratio: ratioOf(first.cpu, reading.cpu),
        wanted: '',
      },
      {
        figure: '`health` again, nothing changed',
        value: milliseconds(again.cpu),
        peer: `the first time, ${milliseconds(first.cpu)}`,
        ratio: ratioOf(again.cpu, first.cpu),
        wanted: '',
      },
      {
        figure: '`health`: longest block of the event loop',
        value: milliseconds(Math.max(first.longest, again.longest)),
        peer: '',
        ratio: '',
        wanted: 'under 100 ms',
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
