import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Question {
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
