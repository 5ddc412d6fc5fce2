import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLinkIndex } from '../src/service/links/link-index.js';
import type { VaultPath } from '../src/vault/paths.js';
import { generateVault } from './generate-vault.js';
import { measure } from './measure.js';
import { type BenchRow, milliseconds, ratioOf } from './table.js';

const PROJECTS = 1_000;

/** The notes that link to one: the first question reads every file, later ones what changed. In processor time. */
export async function benchLinks(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-links-'));
  const keptFile = join(mkdtempSync(join(tmpdir(), 'rappel-bench-links-')), 'links.json');
  try {
    const files = linkedVault(root);
    let tell: (path: VaultPath) => void = () => {};
    const watch = (told: typeof tell) => {
      tell = told;
    };
    const open = () => createLinkIndex(root, watch, keptFile);
    let index = open();
    const asked = files[4]! as VaultPath;
    const ask = async () => {
      await index.refresh();
      return index.linksTo(asked).length;
    };
    // Once before both, so that both find the files in memory.
    await readAll(root, files);
    const { cpu: reading } = await measure(() => readAll(root, files));
    const { cpu: first, longest: firstBlock } = await measure(ask);
    index = open();
    const { cpu: started, longest: startedBlock } = await measure(ask);
    appendFileSync(join(root, asked), '\nOne more line.\n');
    tell(asked);
    const { cpu: next } = await measure(ask);
    console.log(`links: ${files.length} files, ${await ask()} links to ${asked}`);
    console.log(`  first question ${milliseconds(first)}, reading every file ${milliseconds(reading)}`);
    console.log(`  after another start ${milliseconds(started)}`);
    console.log(`  after a change ${milliseconds(next)}`);
    const size = `${files.length.toLocaleString('en')} files`;
    return [
      {
        figure: `links to a note, first question, ${size} (processor time)`,
        value: milliseconds(first),
        peer: `reading every file, ${milliseconds(reading)}`,
        ratio: ratioOf(first, reading),
        wanted: '',
      },
      {
        figure: `links to a note, first question after another start, ${size} (processor time)`,
        value: milliseconds(started),
        peer: `reading every file, ${milliseconds(reading)}`,
        ratio: ratioOf(started, reading),
        wanted: 'under 300 ms',
      },
      {
        figure: `links to a note after a change, ${size} (processor time)`,
        value: milliseconds(next),
        peer: `the first question, ${milliseconds(first)}`,
        ratio: ratioOf(next, first),
        wanted: '',
      },
      {
        figure: 'links to a note: longest block of the event loop, first question or after another start',
        value: milliseconds(Math.max(firstBlock, startedBlock)),
        peer: '',
        ratio: '',
        wanted: 'under 100 ms',
      },
    ];
  } finally {
    for (const folder of [root, dirname(keptFile)]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Every file links to three others, in each of the three ways. */
function linkedVault(root: string): string[] {
  generateVault(root, PROJECTS);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort();
  for (const [at, path] of files.entries()) {
    const [one, two, three] = [7, 1_001, 5_003].map((step) => files[(at + step) % files.length]!);
    appendFileSync(
      join(root, path),
      `\nSee [[${one!.replace(/\.md$/, '')}]], [this](/${two}) and vault/${three}.\n`,
    );
  }
  return files;
}

async function readAll(root: string, files: readonly string[]): Promise<void> {
  for (const path of files) readFileSync(join(root, path), 'utf8');
}
