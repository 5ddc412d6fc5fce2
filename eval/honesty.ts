import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { answerByRule } from '../src/agents/librarian/answer-question.js';
import { VERDICTS, type Verdict } from '../src/search/passages/confidence.js';
import { createSession } from '../src/tools/session.js';
import { areaUnderCurve } from './metrics.js';
import { type How, openEngine } from './open-engine.js';
import { halfOf, inHalf, isNatural, readQuestions, readSet, sharedEvidence, writeVault } from './sets.js';
import type { ShownLines } from './shown-lines.js';

interface Asked {
  id: string;
  text: string;
  category: string | null;
}

/** What an answer states about itself. */
interface Stated extends Asked {
  verdict: Verdict;
  confidence: number;
}

type Ask = (questions: readonly Asked[]) => Promise<Stated[]>;

/**
 * Whether an answer says what it is worth: questions asked in their own vault, in the vaults of the other sets, and in
 * their own once the evidence of half of them is blanked.
 */
export async function evaluateHonesty(folders: readonly string[], how: How): Promise<void> {
  for (const folder of folders) await withVault(folder, how, (ask) => silence(folder, folders, how, ask));
  for (const folder of folders.filter(isNatural)) await evidenceRemoved(folder, how);
}

async function silence(folder: string, folders: readonly string[], how: How, ask: Ask): Promise<void> {
  console.log(`\n${basename(folder)}: what the answers state`);
  const own = await ask(sampleOf(inHalf(questionsOf(folder), how.half), how.sample));
  eachPart('its own questions', own, printSilence);
  for (const other of folders.filter((name) => name !== folder)) {
    const foreign = await ask(sampleOf(inHalf(questionsOf(other), how.half), how.sample ?? MOST_FOREIGN));
    printSilence(`questions of ${basename(other)}`, foreign);
  }
}

async function evidenceRemoved(folder: string, how: How): Promise<void> {
  const questions = readQuestions(folder);
  // Questions that share evidence lose it together: each one keeps all of it or none.
  const group = sharedEvidence(questions);
  const isRemoved = ({ id }: Asked) => halfOf(`evidence of ${group.get(id)}`) === 0;
  const blanked = questions.filter(isRemoved).flatMap(({ gold }) => gold);
  await withVault(
    folder,
    how,
    async (ask) => {
      console.log(`\n${basename(folder)}: area under the curve of the confidence, evidence removed`);
      const rows = await ask(sampleOf(inHalf(questions, how.half), how.sample));
      const split = (part: readonly Stated[]) => ({
        kept: part.filter((row) => !isRemoved(row)).map(({ confidence }) => confidence),
        removed: part.filter(isRemoved).map(({ confidence }) => confidence),
      });
      eachPart('all', rows, (label, part) => {
        const { kept, removed } = split(part);
        const area = areaUnderCurve(kept, removed).toFixed(3);
        console.log(`${label.padEnd(28)} ${area}  (${kept.length} kept, ${removed.length} removed)`);
      });
      printCurve(split(rows));
    },
    blanked,
  );
}

function eachPart(
  label: string,
  rows: readonly Stated[],
  print: (label: string, part: readonly Stated[]) => void,
) {
  print(label, rows);
  for (const half of [0, 1])
    print(
      `  half ${half}`,
      rows.filter(({ id }) => halfOf(id) === half),
    );
  for (const category of new Set(rows.flatMap((row) => row.category ?? [])))
    print(
      `  ${category}`,
      rows.filter((row) => row.category === category),
    );
}

function printSilence(label: string, rows: readonly Stated[]): void {
  if (rows.length === 0) return;
  const share = (stated: Verdict) =>
    (rows.filter(({ verdict }) => verdict === stated).length / rows.length).toFixed(3);
  const shares = VERDICTS.map((verdict) => `${verdict} ${share(verdict)}`).join('  ');
  console.log(`${label.padEnd(28)} ${shares}  (${rows.length})`);
}

/** For each confidence, the share of the answers that state at least as much, with their evidence and without it. */
function printCurve({ kept, removed }: { kept: number[]; removed: number[] }): void {
  const share = (values: number[], least: number) =>
    (values.filter((value) => value >= least).length / values.length).toFixed(2);
  console.log('  confidence at least   kept  removed');
  for (let tenth = 1; tenth <= 9; tenth++) {
    const least = tenth / 10;
    console.log(`  ${least.toFixed(1).padEnd(19)}   ${share(kept, least)}  ${share(removed, least)}`);
  }
}

/** Questions of other sets are alike: a few hundred tell. */
const MOST_FOREIGN = 250;

function sampleOf(questions: readonly Asked[], most: number | null): Asked[] {
  const step = Math.max(1, questions.length / (most ?? questions.length));
  return questions.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function questionsOf(folder: string): Asked[] {
  return isNatural(folder) ? readQuestions(folder) : readSet(folder).questions;
}

/** Opens a copy of a set's vault, the lines of `blanked` emptied. */
async function withVault(
  folder: string,
  how: How,
  use: (ask: Ask) => Promise<void>,
  blanked: readonly ShownLines[] = [],
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-eval-'));
  const files = join(root, 'vault');
  if (isNatural(folder)) cpSync(join(folder, 'vault'), files, { recursive: true });
  else writeVault(readSet(folder), files);
  for (const { path, first, last } of blanked) blank(join(files, path), first, last);
  const { vault, engine } = openEngine(root, how);
  const context = { vault, session: createSession(), engine: async () => engine };
  const ask: Ask = async (questions) => {
    const rows: Stated[] = [];
    for (const question of questions) {
      const { verdict, confidence } = await answerByRule(context, { question: question.text });
      rows.push({ ...question, verdict, confidence: confidence ?? 0 });
    }
    return rows;
  };
  try {
    await engine.refresh();
    await use(ask);
  } finally {
    engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function blank(file: string, first: number, last: number): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.fill('', first - 1, last);
  writeFileSync(file, lines.join('\n'));
}
