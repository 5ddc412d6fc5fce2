import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { evaluateFlat } from './flat.js';
import { evaluateHonesty } from './honesty.js';
import { evaluateNatural } from './natural.js';
import { evaluateNewest } from './newest.js';
import type { How } from './open-engine.js';
import { evaluateRouting } from './routing.js';
import { isNatural } from './sets.js';

const USAGE =
  'Usage: npm run eval -- FOLDER... [--mode fast|deep] [--half 0|1] [--no-model] [--words N] [--honesty [--sample N]]';

/** Measures each set in the way of its kind: a ready vault with questions, or a corpus to make one of. */
export async function main(args: string[]): Promise<void> {
  const { folders, ...how } = parse(args);
  if (args.includes('--honesty')) return evaluateHonesty(folders, how);
  for (const folder of folders) {
    const root = mkdtempSync(join(tmpdir(), 'rappel-eval-'));
    try {
      await evaluatorOf(folder)(folder, basename(folder), root, how);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

function evaluatorOf(folder: string) {
  if (isNatural(folder)) return evaluateNatural;
  if (isNewest(folder)) return evaluateNewest;
  return isRouting(folder) ? evaluateRouting : evaluateFlat;
}

function isNewest(folder: string): boolean {
  return existsSync(join(folder, 'facts.json'));
}

function isRouting(folder: string): boolean {
  return existsSync(join(folder, 'sessions.jsonl'));
}

function parse(args: string[]): How & { folders: string[] } {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const mode = option('--mode');
  const half = option('--half');
  const words = option('--words');
  const sample = option('--sample');
  const values = new Set([mode, half, words, sample]);
  const folders = args.filter((word) => !word.startsWith('--') && !values.has(word));
  const missing = folders.find(
    (folder) =>
      !isNatural(folder) &&
      !isRouting(folder) &&
      !isNewest(folder) &&
      !existsSync(join(folder, 'queries.jsonl')),
  );
  if (folders.length === 0 || missing !== undefined) {
    if (missing !== undefined)
      console.error(
        `${missing} holds neither queries.jsonl nor sessions.jsonl nor facts.json nor a vault with questions.jsonl.`,
      );
    console.error(`${USAGE}\nWhat a FOLDER holds is said in eval/README.md.`);
    process.exit(2);
  }
  return {
    folders,
    modes: mode === 'fast' || mode === 'deep' ? [mode] : ['fast', 'deep'],
    half: half ? Number(half) : null,
    noModel: args.includes('--no-model'),
    words: words ? Number(words) : null,
    sample: sample ? Number(sample) : null,
  };
}
