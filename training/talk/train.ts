import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DRAWN_KINDS,
  type DrawnKind,
  readTalk,
  SURE_TALK,
  TALK_DENSE,
  TALK_KINDS,
  type Talk,
  talkFrom,
} from '../../src/agents/clerk/talk-of.js';
import { createStaticEmbedder } from '../../src/search/models/static/static-embedder.js';
import { readLinearModel, writeLinearModel } from '../../src/shared/linear-model.js';
import { calibrated, crossValidate } from '../kinds/folds.js';
import { type Example, learn } from '../kinds/learn.js';

/** A sentence of a session, as another reader labelled it. */
interface Told {
  /** The person, the session, the turn and the sentence. */
  id: string;
  kind: DrawnKind | 'none';
  /** Two careful readers would agree. */
  sure: boolean;
  /** It takes back something said before. */
  corrects: boolean;
  text: string;
  /** The end of what the assistant said before. */
  before: string;
}

type Read = Told & Example;
interface Judged {
  told: Told;
  talk: Talk;
}

/** Found by cross-validation (`../README.md`). */
const SETUP = {
  classes: TALK_KINDS,
  rows: 2 ** 17,
  learned: 8_000,
  dense: TALK_DENSE,
  epochs: 8,
  rate: 0.15,
  decay: 1e-6,
};
const UNSURE = 0.5;
const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9];

const embedder = createStaticEmbedder();

/**
 * Trains the classifier of what users say to assistants, prints how good it is on people it never saw, and writes its weights to `models/talk.bin`. With
 * `--kept`, prints the figures of the sessions kept aside as well.
 */
export async function main(options: readonly string[]): Promise<void> {
  const told = await read('told.jsonl');
  const right = told.map(({ kind }) => TALK_KINDS.indexOf(kind));
  const { oddsOf, calibration } = crossValidate(told, right, SETUP);
  console.log('Cross-validated over people');
  print(told.map((one, i) => ({ told: one, talk: talkFrom(oddsOf(i, one)) })));
  const bytes = writeLinearModel(calibrated(learn(told, SETUP), calibration));
  writeFileSync(join('models', 'talk.bin'), bytes);
  console.log(`\nmodels/talk.bin: ${bytes.length} bytes`);
  if (!options.includes('--kept')) return;
  const model = readLinearModel(bytes);
  console.log('\nKept aside');
  print(
    (await read('kept.jsonl')).map((one) => ({
      told: one,
      talk: talkFrom(model.odds(one.features, one.dense)),
    })),
  );
}

async function read(name: string): Promise<Read[]> {
  const lines = readFileSync(join('training', 'talk', name), 'utf8')
    .trim()
    .split('\n');
  const told = lines.map((line): Told => JSON.parse(line));
  const turns = new Map<string, Told[]>();
  for (const one of told) turns.set(turnOf(one), [...(turns.get(turnOf(one)) ?? []), one]);
  return Promise.all(
    told.map(async (one) => {
      const turn = turns.get(turnOf(one))!;
      const said = {
        sentences: turn.map(({ text }) => text),
        at: turn.indexOf(one),
        isFirst: turnOf(one).endsWith('-0'),
        before: one.before,
      };
      return {
        ...one,
        ...(await readTalk(said, embedder)),
        author: one.id.slice(0, one.id.indexOf('-')),
        share: TALK_KINDS.map((kind) => (kind === one.kind ? 1 : 0)),
        weight: one.sure ? 1 : UNSURE,
      };
    }),
  );
}

function turnOf({ id }: Told): string {
  return id.slice(0, id.lastIndexOf('-'));
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '     –' : `${((100 * part) / whole).toFixed(1).padStart(5)} %`;

/** What is drawn from each threshold on; in brackets, a sentence of which two readers may not agree counts as right. */
function print(judged: readonly Judged[]): void {
  const isWorth = ({ told }: Judged) => told.kind !== 'none';
  const worth = judged.filter(isWorth);
  const sure = worth.filter(({ told }) => told.sure);
  console.log(`${judged.length} sentences, ${worth.length} worth keeping, ${sure.length} of them surely`);
  for (const least of THRESHOLDS) {
    const drawn = judged.filter(({ talk }) => talk.worth >= least);
    const useful = drawn.filter(isWorth);
    const fair = drawn.filter(({ told }) => told.kind !== 'none' || !told.sure);
    console.log(
      `worth ≥ ${least}: ${drawn.length} drawn, ${percent(useful.length, drawn.length)} worth keeping (${percent(fair.length, drawn.length)}): ${percent(useful.length, worth.length)} of all that is, ${percent(useful.filter(({ told }) => told.sure).length, sure.length)} of what surely is`,
    );
  }
  for (const kind of DRAWN_KINDS) {
    const rows = [0.4, 0.5, 0.6, 0.7, 0.8].map((least) => {
      const drawn = judged.filter(
        ({ talk }) => talk.worth >= SURE_TALK && talk.kind === kind && talk.odds >= least,
      );
      const right = drawn.filter(({ told }) => told.kind === kind);
      const fair = drawn.filter(({ told }) => told.kind === kind || !told.sure);
      return `≥ ${least}: ${drawn.length}, ${percent(right.length, drawn.length)} (${percent(fair.length, drawn.length)})`;
    });
    console.log(`${kind.padEnd(10)} ${rows.join('  ')}`);
  }
}
