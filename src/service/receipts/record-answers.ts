import type { Answer, Answerer, Question, RunOptions } from '../../agents/answer.js';
import type { AnswerTrace } from '../../agents/trace.js';
import type { SearchResult } from '../../search/engine.js';
import { dayAsked } from '../../search/query/date-bounds.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { version } from '../../shared/version.js';
import { parseReference } from '../../vault/citation.js';
import { formatRanges, type LineRange, parseRanges } from '../../vault/line-ranges.js';
import type { Vault } from '../../vault/vault.js';
import { engineSetting } from '../engine/engine-setting.js';
import { INDEX_BEHIND } from '../engine/share-refreshes.js';
import { historyHead } from '../history/store.js';
import type {
  AskedWith,
  FoundCandidate,
  GivenAnswer,
  LeftOutPassage,
  Receipt,
  ReceiptEvidence,
  TakenPassage,
} from './receipt.js';
import { createStoredReceipts } from './stored-receipts.js';

/** Answers and keeps a receipt. `id`: that of the answer, where it has one already. */
export type RecordingAnswerer = (
  question: Question,
  options?: RunOptions & { id?: string },
) => Promise<GivenAnswer>;

interface AnsweringDeps {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  answer: Answerer;
  /** False while the disk of the vault is away, and for a folder that is only read: nothing is kept then. */
  isThere?(): boolean;
}

/** Makes every answer explain itself. */
export function recordAnswers({
  vault,
  env,
  answer,
  isThere = () => true,
}: AnsweringDeps): RecordingAnswerer {
  const files = createStoredReceipts(vault.root);
  let known: ReturnType<typeof programOf> | undefined;

  return async (question, { id = newId(), ...options } = {}) => {
    const trace: AnswerTrace = { searches: [], choice: null };
    const time = new Date();
    const asked = askedWith(question, vault.clock.now());
    const head = readableHead(vault.root);
    const began = performance.now();
    const made = await answer(question, { ...options, trace });
    const milliseconds = performance.now() - began;
    known ??= programOf(env);
    const facts = { id, time, asked, head, made_by: known, milliseconds };
    if (isThere()) files.write(makeReceipt(facts, made, trace));
    return { ...made, id };
  };
}

/** Null too where the history can't be read, as by another user: the files may be readable all the same. */
function readableHead(root: string): string | null {
  try {
    return historyHead(root);
  } catch (error) {
    if (error instanceof RappelError) return null;
    throw error;
  }
}

/** What answers, beside the files. */
function programOf(env: NodeJS.ProcessEnv) {
  return { rappel: version(), engine: engineSetting(env).engine as string };
}

function askedWith(given: Question, now: Date): AskedWith {
  const { question, scopes = null, date_from = null, date_to = null, max_tokens = null } = given;
  const asked_on = dayAsked(given.asked_on, now);
  return { question, scopes, date_from, date_to, asked_on, max_tokens };
}

/** More chunks are not named. */
const MOST_CANDIDATES = 30;

interface ReceiptFacts {
  id: string;
  time: Date;
  asked: AskedWith;
  /** The newest commit of the history when it was asked. */
  head: string | null;
  made_by: Omit<Receipt['made_by'], 'mode' | 'model'>;
  /** How long the whole answer took. */
  milliseconds: number;
}

/** The receipt of an answer, from what was noted while it was made. */
function makeReceipt(facts: ReceiptFacts, answer: Answer, trace: AnswerTrace): Receipt {
  const { id, time, asked, head, made_by } = facts;
  const { verdict, confidence, stages, usage } = answer;
  const all = trace.searches.flatMap((search) => search.answer.stages);
  const [search] = trace.searches;
  return {
    id,
    time: time.toISOString(),
    asked,
    vault: { head, index_behind: all.some(({ reason }) => reason === INDEX_BEHIND) },
    made_by: { ...made_by, mode: search?.request.mode ?? null, model: usage.model },
    verdict,
    confidence,
    stages,
    times: timesOf(trace, facts.milliseconds),
    passages: passagesOf(answer, trace),
    left_out: leftOut(answer, trace),
    candidates: candidatesOf(answer, trace),
  };
}

/** Several searches add up. */
function timesOf({ searches }: AnswerTrace, answer: number): Record<string, number> {
  const times: Record<string, number> = {};
  const add = (stage: string, ms: number) => {
    times[stage] = rounded((times[stage] ?? 0) + ms, 100);
  };
  for (const { answer: found, milliseconds } of searches) {
    for (const [stage, ms] of Object.entries(found.times ?? {})) add(stage, ms);
    add('search', milliseconds);
  }
  add('answer', answer);
  return times;
}

function passagesOf({ files, usage, stages }: Answer, trace: AnswerTrace): TakenPassage[] {
  const byRule = stages.some(({ name }) => name === 'orientation');
  const by = usage.model !== null ? 'model' : byRule ? 'rule' : 'search';
  const told = new Set<string>();
  return files.map(({ ref }) => {
    const { path = '', ranges = [] } = parseReference(ref) ?? {};
    const found = bestOf(trace, path, ranges);
    const { words, above } = wordsOf(trace, path, found);
    const words_above = above.filter((word) => !words.includes(word));
    const adds = [...words, ...words_above].filter((word) => !told.has(word));
    for (const word of adds) told.add(word);
    const share = trace.choice?.passages.find((passage) => passage.path === path)?.share;
    return {
      ref,
      by,
      words,
      words_above,
      adds,
      share: share === undefined ? null : rounded(share, 1_000),
      evidence: found && evidenceOf(found),
    };
  });
}

/** The best result among whose lines some of a passage are. */
function bestOf({ searches }: AnswerTrace, path: string, ranges: readonly LineRange[]): SearchResult | null {
  const results = searches
    .flatMap(({ answer }) => answer.results)
    .filter((result) => result.path === path && touches(parseRanges(result.lines) ?? [], ranges));
  return results.reduce<SearchResult | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  );
}

function touches(some: readonly LineRange[], others: readonly LineRange[]): boolean {
  return some.some((one) => others.some(({ first, last }) => one.first <= last && first <= one.last));
}

/** The words of the question in a passage, as the clerk chose it; of another, those in its chunk. */
function wordsOf(trace: AnswerTrace, path: string, found: SearchResult | null) {
  const terms = trace.searches.flatMap(({ answer }) => answer.terms ?? []);
  const tells = (label: string) => !terms.some((term) => term.label === label && term.isStopWord);
  const told = (labels: readonly string[]) => [...new Set(labels)].filter(tells);
  const passage = trace.choice?.passages.find((one) => one.path === path);
  if (passage === undefined) return { words: told(Object.keys(found?.explain?.terms ?? {})), above: [] };
  return {
    words: told(passage.units.flatMap((unit) => unit.terms)),
    above: told(passage.units.flatMap((unit) => unit.termsAbove)),
  };
}

function evidenceOf({ score, explain }: SearchResult): ReceiptEvidence {
  return { score, stages: explain?.stages ?? {}, ranks: explain?.ranks ?? {} };
}

/** Where nothing answers, what would have been shown is left out too. */
function leftOut({ files }: Answer, { choice }: AnswerTrace): LeftOutPassage[] {
  if (choice === null) return [];
  const refused = choice.left.map(({ unit, result, share, why }) => ({
    path: result.path,
    lines: formatRanges([unit]),
    share: rounded(share, 1_000),
    why,
  }));
  if (files.length > 0) return refused;
  const unfit = choice.passages.map(({ path, ranges, share }) => ({
    path,
    lines: formatRanges(ranges),
    share: rounded(share, 1_000),
    why: 'nothing' as const,
  }));
  return [...unfit, ...refused];
}

function candidatesOf({ files }: Answer, { searches }: AnswerTrace): FoundCandidate[] {
  const shown = files.flatMap(({ ref }) => parseReference(ref) ?? []);
  const best = new Map<string, SearchResult>();
  for (const result of searches.flatMap(({ answer }) => answer.results)) {
    const key = `${result.path}:${result.lines}`;
    if (result.score > (best.get(key)?.score ?? -1)) best.set(key, result);
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES)
    .map((result) => {
      const { path, lines } = result;
      const ranges = parseRanges(lines) ?? [];
      const isShown = shown.some((one) => one.path === path && touches(one.ranges, ranges));
      return { path, lines, ...evidenceOf(result), shown: isShown };
    });
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
