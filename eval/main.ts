import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { evaluateFlat } from './flat.js';
import { evaluateNatural } from './natural.js';
import type { How } from './open-engine.js';

const USAGE = 'Usage: npm run eval -- FOLDER... [--mode fast|deep] [--half 0|1] [--no-model]';

/** Measures each set in the way of its kind: a ready vault with questions, or a corpus to make one of. */
export async function main(args: string[]): Promise<void> {
  const { folders, ...how } = parse(args);
  for (const folder of folders) {
    const root = mkdtempSync(join(tmpdir(), 'rappel-eval-'));
    try {
      const evaluate = isNatural(folder) ? evaluateNatural : evaluateFlat;
      await evaluate(folder, basename(folder), root, how);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

function isNatural(folder: string): boolean {
  return existsSync(join(folder, 'questions.jsonl')) && existsSync(join(folder, 'vault'));
}

function parse(args: string[]): How & { folders: string[] } {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const mode = option('--mode');
  const half = option('--half');
  const values = new Set([mode, half]);
  const folders = args.filter((word) => !word.startsWith('--') && !values.has(word));
  const missing = folders.find((folder) => !isNatural(folder) && !existsSync(join(folder, 'queries.jsonl')));
  if (folders.length === 0 || missing !== undefined) {
    if (missing !== undefined)
      console.error(`${missing} holds neither queries.jsonl nor a vault with questions.jsonl.`);
    console.error(`${USAGE}\nWhat a FOLDER holds is said in eval/README.md.`);
    process.exit(2);
  }
  return {
    folders,
    modes: mode === 'fast' || mode === 'deep' ? [mode] : ['fast', 'deep'],
    half: half ? Number(half) : null,
    noModel: args.includes('--no-model'),
  };
}
