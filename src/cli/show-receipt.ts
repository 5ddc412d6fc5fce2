import type { ExplainedReceipt } from '../operations/answers.js';
import type { LeftOutPassage, TakenPassage } from '../service/receipts/receipt.js';
import { localMinute } from '../shared/clock.js';
import type { Say } from '../words/say.js';
import { bold, dim } from './paint.js';

/** A receipt in plain words: what was asked, of which state of the vault, and why each passage was taken or not. */
export function showReceipt(receipt: ExplainedReceipt, say: Say): string {
  const { asked, id, time, times } = receipt;
  const taken = receipt.passages.flatMap((passage, index) => [
    '',
    `${index + 1}. ${bold(passage.ref.replace(/@\w+$/, ''))}`,
    ...reasonsOf(passage, say).map((line) => `   ${line}`),
  ]);
  const left = receipt.left_out.map(
    ({ path, lines, ...why }) => `- ${path}:${lines}  ${dim(refusal(why, say))}`,
  );
  return [
    bold(asked.question),
    say`asked ${localMinute(new Date(time))}, answered in ${Math.round(times.answer ?? 0)} ms (answer ${id})`,
    ...limitsOf(receipt, say),
    stateOf(receipt, say),
    madeBy(receipt, say),
    ...stagesOf(receipt, say),
    ...(taken.length === 0 ? ['', say`No passage answers.`] : taken),
    ...(left.length === 0 ? [] : ['', say`Left out:`, ...left]),
  ].join('\n');
}

function limitsOf({ asked }: ExplainedReceipt, say: Say): string[] {
  const { scopes, date_from, date_to, asked_on, max_tokens } = asked;
  return [
    ...(scopes === null ? [] : [say`only in ${scopes.join(', ')}`]),
    ...(date_from === null && date_to === null
      ? []
      : [say`days: ${date_from ?? '…'} to ${date_to ?? '…'}, seen from ${asked_on}`]),
    ...(max_tokens === null ? [] : [say`at most ${max_tokens} tokens`]),
  ];
}

function stateOf({ vault }: ExplainedReceipt, say: Say): string {
  const entry =
    vault.entry === null ? say`no history at that time` : say`newest entry of the history: ${vault.entry}`;
  return vault.index_behind ? `${entry}; ${say`some changed files were not indexed yet`}` : entry;
}

function madeBy({ made_by }: ExplainedReceipt, say: Say): string {
  const { rappel, engine, mode, model } = made_by;
  const search = mode === null ? say`no search` : say`${mode} search, engine ${engine}`;
  const by = model === null ? say`built-in rules` : model;
  return say`by Rappel ${rappel} (${by}): ${search}`;
}

/** How long each stage took, and what could not run. */
function stagesOf({ times, stages }: ExplainedReceipt, say: Say): string[] {
  const spent = Object.entries(times).filter(
    ([name, ms]) => !['answer', 'search'].includes(name) && ms >= 0.05,
  );
  const missing = stages.filter(({ ran }) => !ran);
  const told = stages.filter(({ name, ran, reason }) => ran && reason !== null && name !== 'index');
  return [
    ...(spent.length === 0
      ? []
      : [say`stages: ${spent.map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(', ')}`]),
    ...told.map(({ name, reason }) => say`${name}: ${say(reason!)}`),
    ...(missing.length === 0
      ? []
      : [say`not run: ${missing.map(({ name, reason }) => `${name} (${say(reason ?? '')})`).join(', ')}`]),
  ];
}

function reasonsOf({ by, words, words_above, adds, share, evidence }: TakenPassage, say: Say): string[] {
  const quoted = (list: readonly string[]) => list.map((word) => `"${word}"`).join(', ');
  const lines = [
    ...(by === 'rule' ? [say`taken by a rule for this kind of question`] : []),
    ...(by === 'model' ? [say`chosen by the model`] : []),
    ...(words.length === 0 ? [] : [say`holds ${quoted(words)}`]),
    ...(words_above.length === 0 ? [] : [say`stands under a heading with ${quoted(words_above)}`]),
    ...(adds.length === 0 || adds.length === words.length + words_above.length
      ? []
      : [say`adds ${quoted(adds)}`]),
    ...(share === null ? [] : [say`likelihood among all that was found: ${percent(share)}`]),
  ];
  if (evidence === null) return lines;
  const gave = Object.entries(evidence.stages)
    .filter(([, part]) => part > 0)
    .map(([name, part]) => `${name} ${percent(part)}`);
  const ranks = Object.entries(evidence.ranks).map(([name, rank]) => `${name} #${rank}`);
  return [...lines, dim(say`score ${evidence.score.toFixed(2)}: ${gave.join(', ')} (${ranks.join(', ')})`)];
}

function refusal({ why, share }: Pick<LeftOutPassage, 'why' | 'share'>, say: Say): string {
  if (why === 'copy') return say`says the same as another passage`;
  if (why === 'no_room') return say`too long for what was left of the answer`;
  if (why === 'weak') return say`shares only common words or a distant meaning`;
  if (why === 'nothing') return say`does not answer the question`;
  return say`too unlikely (${percent(share)})`;
}

function percent(share: number): string {
  return share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(100 * share)} %`;
}
