import type { Embedder } from '../../search/models/embedder.js';
import { type Features, hashOf, loadLinearModel } from '../../shared/linear-model.js';
import { once } from '../../shared/once.js';
import { DENSE, kindsOf, readKind, TEXT_KINDS } from './kind-of.js';

/** What is drawn from a session. A `fix` is an error with what solved it. */
export const DRAWN_KINDS = ['decision', 'task', 'fact', 'preference', 'fix'] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

/** What a sentence of a session can be. `training/README.md` defines each. */
export const TALK_KINDS = ['none', ...DRAWN_KINDS] as const;

/** A sentence that the user said to an assistant, with what is around it. */
export interface Said {
  /** Those of its turn … */
  sentences: readonly string[];
  /** … and which of them it is. */
  at: number;
  /** The turn is the first of its session. */
  isFirst: boolean;
  /** What the assistant said before the turn, at least its end. */
  before: string;
}

/** What is this likely to be worth keeping is filed without a question … */
export const SURE_TALK = 0.75;
/** … and this, suggested. */
const SUGGESTED_TALK = 0.2;
/** From these odds on, what is filed says its kind. */
const SURE_KIND = 0.6;
/** Those that become entries of a log. */
const LOGGED: readonly DrawnKind[] = ['decision', 'fact', 'fix'];

export interface Talk {
  /** What it is, if it is worth keeping. */
  kind: DrawnKind;
  /** How likely it is of that kind, if it is worth keeping. */
  odds: number;
  /** How likely it is worth keeping. */
  worth: number;
}

const MODEL_FILE = new URL('../../../models/talk.bin', import.meta.url);
const model = once(() => loadLinearModel(MODEL_FILE));

/** Whether a sentence of a session is worth keeping, and as what. */
export async function talkOf(said: Said, embedder: Embedder): Promise<Talk> {
  const { features, dense } = await readTalk(said, embedder);
  return talkFrom(model().odds(features, dense));
}

/** From the odds of `TALK_KINDS`, in their order. */
export function talkFrom([none, ...odds]: readonly number[]): Talk {
  const worth = 1 - none!;
  const most = Math.max(...odds);
  return { kind: DRAWN_KINDS[odds.indexOf(most)]!, odds: most / worth, worth };
}

/**
 * As what a sentence is drawn; null where it is not. What is surely worth keeping but may be a decision becomes a plain entry of the log; a task or a
 * preference of which that is not sure is asked about.
 */
export function drawnAs({ kind, odds, worth }: Talk): { kind: DrawnKind; isCertain: boolean } | null {
  if (worth < SUGGESTED_TALK) return null;
  if (worth < SURE_TALK || odds >= SURE_KIND) return { kind, isCertain: worth >= SURE_TALK };
  return LOGGED.includes(kind) ? { kind: 'fact', isCertain: true } : { kind, isCertain: false };
}

/** How much the parts count, as cross-validation found. */
const WORDS = 0.5;
const VECTORS = 0.45;
const KINDS = 0.3;
/** The least odds of a kind that make a difference. */
const LEAST = 1e-4;
export const TALK_DENSE = DENSE + TEXT_KINDS.length;

/** What the classifier sees of a sentence: what that of kinds sees, what that one makes of it, and where it was said. */
export async function readTalk(
  said: Said,
  embedder: Embedder,
): Promise<{ features: Features; dense: Float32Array }> {
  const text = said.sentences[said.at]!;
  const { features: words, dense: vectors } = await readKind(text, embedder);
  const kinds = await kindsOf(text, embedder);
  const features = new Map([...words].map(([hash, value]) => [hash, WORDS * value]));
  const around = aroundOf(said);
  for (const hash of around) features.set(hash, 1 / Math.sqrt(around.length));
  const dense = new Float32Array(TALK_DENSE);
  dense.set(vectors.map((value) => VECTORS * value));
  for (const { kind, odds } of kinds)
    dense[DENSE + TEXT_KINDS.indexOf(kind)] = KINDS * (Math.log(odds + LEAST) + 3);
  return { features, dense };
}

const AROUND = hashOf('around ');

function aroundOf({ sentences, at, isFirst, before }: Said): number[] {
  const sizeOf = (text: string) => Math.round(Math.log2(text.length + 1));
  const said = before.trimEnd();
  const named = [
    `first${isFirst}`,
    `first${isFirst}${sizeOf(sentences[at]!)}`,
    `before${said === ''}`,
    `asked${said.endsWith('?')}`,
    `turn${sizeOf(sentences.join(' '))}`,
    `sentences${Math.min(4, sentences.length)}`,
    `at${Math.min(3, at)}`,
    `last${at === sentences.length - 1}`,
  ];
  return named.map((name) => hashOf(name, AROUND));
}
