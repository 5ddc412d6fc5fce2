import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownLines } from './shown-lines.js';

interface Question {
  id: string;
  text: string;
  gold: string[];
  category: string | null;
}

export interface EvaluationSet {
  documents: { id: string; title: string; text: string }[];
  questions: Question[];
}

/** Reads `corpus.jsonl` and `queries.jsonl`. Questions without an answer in the corpus are left out. */
export function readSet(folder: string): EvaluationSet {
  const documents = readLines(join(folder, 'corpus.jsonl')).map((row) => ({
    id: String(row._id),
    title: String(row.title ?? ''),
    text: String(row.text ?? ''),
  }));
  const questions = readLines(join(folder, 'queries.jsonl')).map((row) => ({
    id: String(row._id),
    text: String(row.text),
    gold: ((row.gold_corrected ?? row.gold) as string[]) ?? [],
    category: (row.category as string | undefined) ?? null,
  }));
  return { documents, questions: questions.filter(({ gold }) => gold.length > 0) };
}

/** A ready vault with questions; otherwise a corpus to make a vault of. */
export function isNatural(folder: string): boolean {
  return existsSync(join(folder, 'questions.jsonl')) && existsSync(join(folder, 'vault'));
}

interface NaturalQuestion {
  id: string;
  text: string;
  asked_on: string | null;
  category: string | null;
  gold: ShownLines[];
}

/** Reads `questions.jsonl`. Questions without evidence in the vault are left out. */
export function readQuestions(folder: string): NaturalQuestion[] {
  const questions = readLines(join(folder, 'questions.jsonl')).map((row) => ({
    id: String(row.id),
    text: String(row.text),
    asked_on: (row.asked_on as string | undefined) ?? null,
    category: (row.category as string | null | undefined) ?? null,
    gold: (row.gold as { path: string; lines: string }[]).map(({ path, lines }) => {
      const [first, last] = lines.split('-').map(Number);
      return { path, first: first!, last: last ?? first! };
    }),
  }));
  return questions.filter(({ gold }) => gold.length > 0);
}

/** What a person wrote on a day, and the project it belongs to. */
export interface Session {
  person: string;
  project: string;
  date: string;
  text: string;
}

/** Reads `sessions.jsonl`, in order of time. */
export function readSessions(folder: string): Session[] {
  return readLines(join(folder, 'sessions.jsonl')) as unknown as Session[];
}

/** A name for each question, the same for those that share evidence with each other, directly or through others. */
export function sharedEvidence(questions: readonly NaturalQuestion[]): Map<string, string> {
  const nameOf = new Map<string, string>();
  const holders = new Map<string, string[]>();
  for (const { id, gold } of questions) {
    const pieces = gold.map(({ path, first, last }) => `${path}:${first}-${last}`);
    const joined = new Set(
      [id, ...pieces.flatMap((piece) => holders.get(piece) ?? [])].map((one) => nameOf.get(one) ?? one),
    );
    for (const [other, name] of nameOf) if (joined.has(name)) nameOf.set(other, id);
    nameOf.set(id, id);
    for (const piece of pieces) holders.set(piece, [...(holders.get(piece) ?? []), id]);
  }
  return nameOf;
}

/** The half of a question, 0 or 1: the same in every run. Numbers are chosen on half 0 and reported on half 1. */
export function halfOf(id: string): number {
  return createHash('sha256').update(id).digest()[0]! & 1;
}

export function inHalf<Item extends { id: string }>(questions: Item[], half: number | null): Item[] {
  return half === null ? questions : questions.filter(({ id }) => halfOf(id) === half);
}

/** Makes a vault of a set: one bucket file a document, its title as heading. Returns which path holds which document. */
export function writeVault(set: EvaluationSet, root: string): Map<string, string> {
  const bucket = join(root, 'bucket');
  mkdirSync(bucket, { recursive: true });
  const idOf = new Map<string, string>();
  for (const { id, title, text } of set.documents) {
    const name = `${id.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.md`;
    const path = `vault/bucket/${name}`;
    if (idOf.has(path)) throw new Error(`two documents would both be ${path}: ${idOf.get(path)} and ${id}`);
    idOf.set(path, id);
    writeFileSync(join(bucket, name), title === '' ? `${text}\n` : `# ${title}\n\n${text}\n`);
  }
  return idOf;
}

function readLines(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}
