import type { Embedder } from '../../search/models/embedder.js';
import { createStaticEmbedder, isStatic } from '../../search/models/static/static-embedder.js';
import { type Features, hashOf, hashOn, loadLinearModel } from '../../shared/linear-model.js';
import { once } from '../../shared/once.js';

/** What a text that someone tells can be. `training/README.md` defines each. */
export const TEXT_KINDS = [
  'note',
  'task',
  'appointment',
  'decision',
  'fact',
  'preference',
  'done',
  'correction',
  'question',
  'project',
] as const;

export type TextKind = (typeof TEXT_KINDS)[number];

export interface KindOdds {
  kind: TextKind;
  /** From 0 to 1; those of all kinds add up to 1. Of 100 texts with odds of 0.9, about 90 are of that kind. */
  odds: number;
}

const MODEL_FILE = new URL('../../../models/kinds.bin', import.meta.url);
const model = once(() => loadLinearModel(MODEL_FILE));

/** The kinds that a text or one sentence of it can be, the most likely first. A long text is known by its beginning and end. */
export async function kindsOf(text: string, embedder: Embedder): Promise<KindOdds[]> {
  const { features, dense } = await readKind(text, embedder);
  const odds = model().odds(features, dense);
  return TEXT_KINDS.map((kind, at) => ({ kind, odds: odds[at]! })).sort((a, b) => b.odds - a.odds);
}

/** What the classifier sees of a text: training and use read it here. */
export async function readKind(
  text: string,
  embedder: Embedder,
): Promise<{ features: Features; dense: Float32Array }> {
  const read = boundsOf(text).normalize('NFC');
  const trust = Math.min(1, (SHORT / read.trim().split(/\s+/).length) ** 0.25);
  const vectors = await (isStatic(embedder) ? embedder : builtIn()).embed(partsOf(read));
  const dense = new Float32Array(DENSE);
  vectors.forEach((vector, i) => {
    dense.set(
      vector.map((value) => trust * value),
      i * VECTOR,
    );
  });
  return { features: featuresOf(read, trust), dense };
}

/** Those of which the model has a vector: the whole, its first and last sentence, its first three words, and the first. */
function partsOf(text: string): string[] {
  const sentences = text.split(SENTENCE_END).filter((sentence) => WORD_LETTER.test(sentence));
  const words = text.trim().split(/\s+/);
  return [text, sentences[0] ?? '', sentences.at(-1) ?? '', words.slice(0, 3).join(' '), words[0]!];
}

/** A text of more words is more likely to be several things, so that each sign counts less. */
const SHORT = 20;
const VECTOR = 192;
export const DENSE = 5 * VECTOR;
/** The weights were trained on the vectors of the embedder that comes with Rappel. */
const builtIn = once(() => createStaticEmbedder());

const MOST_OF_BEGINNING = 1_000;
const MOST_OF_END = 400;

function boundsOf(text: string): string {
  if (text.length <= MOST_OF_BEGINNING + MOST_OF_END) return text;
  return `${text.slice(0, MOST_OF_BEGINNING)}\n${text.slice(-MOST_OF_END)}`;
}

const SENTENCE_END = /(?<=[.!?…])\s+|\n+/;
const WORD_LETTER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}+/gu;
/** A word, with its apostrophe where that ends it (`l'`); or a single sign. */
const TOKEN = /[\p{L}\p{N}]+(?:'(?=\s|$))?|[^\s\p{L}\p{N}]/gu;
const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 5;

/**
 * Words, pairs of words, letter n-grams, how the text and its sentences start, and the shape. However long the text is, a group counts as much as another
 * one: words and pairs half as much again, which is what cross-validation found. Words are compared without accents, n-grams with them.
 */
function featuresOf(text: string, trust: number): Features {
  const lower = text.toLowerCase().replaceAll('’', "'");
  const folded = lower.normalize('NFKD').replace(MARK, '');
  const tokens = (folded.match(TOKEN) ?? []).map((token) =>
    /^\d+$/.test(token) ? `#${Math.min(token.length, 5)}` : token,
  );
  const groups: [hashes: number[], weight: number][] = [
    [tokens.map((token) => hashOf(token, WORD)), 1.5],
    [pairsOf(tokens), 1.5],
    [gramsOf(` ${lower.replace(/\d/g, '0').replace(/\s+/g, ' ').trim()} `), 1],
    [startOf(tokens.filter((token) => WORD_LETTER.test(token))), 1],
    [sentenceStartsOf(folded), 1],
    [shapeOf(text, tokens.length), 1],
  ];
  const features = new Map<number, number>();
  for (const [hashes, weight] of groups) {
    const found = new Set(hashes);
    for (const hash of found) features.set(hash, (trust * weight) / Math.sqrt(found.size));
  }
  return features;
}

/** Where the hashes of each group start, so that none is taken for one of another group. */
const WORD = hashOf('word ');
const PAIR = hashOf('pair ');
const GRAM = hashOf('gram ');
const START = hashOf('start ');
const SENTENCE = hashOf('sentence ');
const SHAPE = hashOf('shape ');

function pairsOf(tokens: readonly string[]): number[] {
  return Array.from({ length: tokens.length + 1 }, (_, i) =>
    hashOf(`${tokens[i - 1] ?? '^'} ${tokens[i] ?? '$'}`, PAIR),
  );
}

function gramsOf(text: string): number[] {
  const grams: number[] = [];
  for (let from = 0; from < text.length; from++) {
    let hash = GRAM;
    const end = Math.min(text.length, from + LONGEST_GRAM);
    for (let at = from; at < end; at++) {
      hash = hashOn(hash, text.charCodeAt(at));
      if (at - from >= SHORTEST_GRAM - 1) grams.push(hash);
    }
  }
  return grams;
}

/** The first two words and the last, and how they begin and end: `rappeler`, `acheté`. */
function startOf(words: readonly string[]): number[] {
  const [first = '', second = ''] = words;
  const named = [`1${first}`, `2${second}`, `12${first} ${second}`, `last${words.at(-1) ?? ''}`];
  for (let length = 2; length <= 4; length++) {
    named.push(`from${first.slice(0, length)}`, `to${first.slice(-length)}`, `2to${second.slice(-length)}`);
  }
  return named.map((name) => hashOf(name, START));
}

const PART_END = /(?<=[.!?…;:])\s+|\n+/;
const PART_WORD = /[\p{L}\p{N}]+'?/gu;

/** The first two words of each sentence or line, and how the first ends. */
function sentenceStartsOf(folded: string): number[] {
  return folded.split(PART_END).flatMap((part) => {
    const [first, second = '$'] = part.match(PART_WORD) ?? [];
    if (first === undefined) return [];
    const named = [`1${first}`, `12${first} ${second}`, `to${first.slice(-2)}`, `to${first.slice(-3)}`];
    return named.map((name) => hashOf(name, SENTENCE));
  });
}

const LIST = /^\s*(?:[-*•]|\d+[.)])\s/m;
const CLOCK = /\b\d{1,2}\s*(?:[h:.]\s*\d{0,2}|am|pm)\b/i;
const CAPITAL = /^\s*\p{Lu}/u;
const NAME = /(?<=\S\s)\p{Lu}\p{Ll}+/gu;

/** How long it is and what stands in it, whatever the words. */
function shapeOf(text: string, tokens: number): number[] {
  const end = text.trimEnd().at(-1) ?? '';
  const named = [
    `length${Math.round(2 * Math.log2(text.length + 1))}`,
    `tokens${Math.round(2 * Math.log2(tokens + 1))}`,
    `lines${Math.min(5, text.trim().split('\n').length)}`,
    `sentences${Math.min(6, text.split(SENTENCE_END).length)}`,
    `numbers${Math.min(4, (text.match(/\d+/g) ?? []).length)}`,
    `names${Math.min(3, (text.match(NAME) ?? []).length)}`,
    `end${WORD_LETTER.test(end) ? 'a' : end}`,
    `list${LIST.test(text)}`,
    `clock${CLOCK.test(text)}`,
    `capital${CAPITAL.test(text)}`,
    ...['?', '!', '"', '«', '“', '->', '→', '=', ':'].filter((sign) => text.includes(sign)),
  ];
  return named.map((name) => hashOf(name, SHAPE));
}
