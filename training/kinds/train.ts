import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DENSE, readKind, TEXT_KINDS } from '../../src/agents/clerk/kind-of.js';
import { createStaticEmbedder } from '../../src/search/models/static/static-embedder.js';
import { fold } from '../../src/shared/fold.js';
import { readLinearModel, writeLinearModel } from '../../src/shared/linear-model.js';
import { accuracy, coverage, type Judged, offers, reliability, type Told } from './figures.js';
import { calibrated, crossValidate } from './folds.js';
import { type Example, learn } from './learn.js';

/** Found by cross-validation (`README.md`). */
const SETUP = {
  classes: TEXT_KINDS,
  rows: 2 ** 18,
  learned: 24_000,
  dense: DENSE,
  epochs: 10,
  rate: 0.15,
  decay: 1e-6,
};
/** What two readers would not agree on counts half. */
const UNSURE = 0.5;
/** The share of what else a text holds. */
const ALSO = 0.15;
/** The share that all kinds have of every text. */
const SMOOTHING = 0.05;
/** The numbers of the vectors are made smaller for training: then it leans on the words first. */
const VECTOR_SCALE = 0.45;
const THRESHOLDS = [0.6, 0.7, 0.8, 0.85, 0.9];

type Read = Told & Example & { vector: Float32Array };

const embedder = createStaticEmbedder();

/**
 * Trains the classifier of kinds, prints how good it is on people it never saw, and writes its weights to `models/kinds.bin`. With `--kept`, prints the
 * totals of the texts kept aside as well.
 */
export async function main(options: readonly string[]): Promise<void> {
  const told = await read('told.jsonl');
  const right = told.map(({ kind }) => TEXT_KINDS.indexOf(kind));
  const { oddsOf, calibration } = crossValidate(told, right, SETUP);
  const judged = told.map((example, i) => judge(example, oddsOf(i, example)));
  const sentences = (await readSentences(told)).map((own, i) =>
    own.map((part) => judge(part, oddsOf(i, part))),
  );
  console.log('Cross-validated over people');
  print(judged);
  console.log('\nSentences of the longer texts');
  console.log(offers(sentences, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]));
  const bytes = writeLinearModel(calibrated(learn(told, SETUP), calibration, VECTOR_SCALE));
  writeFileSync(join('models', 'kinds.bin'), bytes);
  console.log(`\nmodels/kinds.bin: ${bytes.length} bytes`);
  const ordinary = ordinaryWords(told);
  writeFileSync(join('models', 'ordinary-words.txt'), `${ordinary.join('\n')}\n`);
  console.log(`models/ordinary-words.txt: ${ordinary.length} words`);
  if (!options.includes('--kept')) return;
  const model = readLinearModel(bytes);
  console.log('\nKept aside');
  print(
    (await read('kept.jsonl')).map((example) => judge(example, model.odds(example.features, example.vector))),
  );
}

/** The words that a third of the people who write a language use, whatever they do. */
function ordinaryWords(told: readonly Read[]): string[] {
  const found = ['fr', 'en'].flatMap((lang) => {
    const texts = told.filter((each) => each.lang === lang);
    const people = [...new Set(texts.map(({ author }) => author))].map((author) => {
      const own = texts.filter((each) => each.author === author).map(({ text }) => text);
      return new Set(fold(own.join(' ')).match(/\p{L}+/gu));
    });
    const words = new Set(people.flatMap((used) => [...used]));
    return [...words].filter((word) => 3 * people.filter((used) => used.has(word)).length >= people.length);
  });
  return [...new Set(found)].sort();
}

/** The sentences of each text; of a text of one, none. */
async function readSentences(told: readonly Read[]): Promise<Read[][]> {
  return Promise.all(
    told.map(async (whole) => {
      const sentences = whole.text.split(/(?<=[.!?…])\s+|\n+/).filter((part) => /\p{L}/u.test(part));
      if (sentences.length < 2) return [];
      return Promise.all(sentences.map((text) => asRead({ ...whole, text })));
    }),
  );
}

async function read(name: string): Promise<Read[]> {
  const lines = readFileSync(join('training', 'kinds', name), 'utf8')
    .trim()
    .split('\n');
  return Promise.all(lines.map((line) => asRead(JSON.parse(line))));
}

async function asRead(told: Told): Promise<Read> {
  const { features, dense } = await readKind(told.text, embedder);
  const also = told.also.filter((kind) => kind !== told.kind);
  const share = TEXT_KINDS.map((kind) => {
    if (kind === told.kind) return also.length === 0 ? 1 : 1 - ALSO;
    return also.includes(kind) ? ALSO / also.length : 0;
  });
  return {
    ...told,
    author: told.id.replace(/-\d+$/, ''),
    features,
    vector: dense,
    dense: dense.map((value) => VECTOR_SCALE * value),
    share: share.map((part) => (1 - SMOOTHING) * part + SMOOTHING / TEXT_KINDS.length),
    weight: told.sure ? 1 : UNSURE,
  };
}

function judge(told: Told, odds: readonly number[]): Judged {
  const sorted = TEXT_KINDS.map((kind, at) => ({ kind, odds: odds[at]! })).sort((a, b) => b.odds - a.odds);
  return { ...told, odds: sorted };
}

function print(judged: readonly Judged[]): void {
  for (const [title, some] of [
    ['all', judged],
    ['fr', judged.filter(({ lang }) => lang === 'fr')],
    ['en', judged.filter(({ lang }) => lang === 'en')],
    ['sure', judged.filter(({ sure }) => sure)],
  ] as const) {
    console.log(accuracy(title, some));
  }
  console.log(reliability(judged));
  console.log(coverage(judged, TEXT_KINDS, THRESHOLDS));
}
