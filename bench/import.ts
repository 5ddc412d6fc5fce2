import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';
import { timed } from './timed.js';

const RUNS = 3;
const RAPPEL = resolve('bin', 'rappel.js');

/** An import of 4,000 notes, beside a copy of the same folder and one index of it. */
export async function benchImport(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  console.log('\nimport: generating 4,000 notes …');
  try {
    const notes = generateNotes(folder);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const env = {
        ...process.env,
        XDG_CACHE_HOME: join(folder, `cache-${run}`),
        XDG_CONFIG_HOME: join(folder, 'config'),
      };
      const [copied, vault] = [join(folder, `copy-${run}`), join(folder, `vault-${run}`)];
      mkdirSync(vault);
      theirs.push(copyTime(notes, copied) + timed([RAPPEL, 'index', '--vault', copied], env).wall);
      ours.push(timed([RAPPEL, 'import', notes, '--yes', '--vault', vault], env).wall);
      console.log(`  import ${milliseconds(ours.at(-1)!)}, cp -r and index ${milliseconds(theirs.at(-1)!)}`);
    }
    const [value, peer] = [median(ours), median(theirs)];
    return [
      {
        figure: '`rappel import` of 4,000 notes',
        value: milliseconds(value),
        peer: `\`cp -r\` and \`rappel index\` of the same, ${milliseconds(peer)}`,
        ratio: ratioOf(value, peer),
        wanted: 'at most 3×',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The notes of a vault without its long files: the shorter the notes, the more each file costs. */
function generateNotes(folder: string): string {
  const [vault, notes] = [join(folder, 'generated'), join(folder, 'notes')];
  generateVault(vault, 667);
  mkdirSync(notes);
  for (const project of readdirSync(join(vault, 'projects')))
    renameSync(join(vault, 'projects', project, 'bucket'), join(notes, project));
  return notes;
}

function copyTime(from: string, to: string): number {
  const start = performance.now();
  const { status } = spawnSync('cp', ['-r', from, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error('cp -r failed');
  return performance.now() - start;
}
