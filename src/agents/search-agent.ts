import type { LanguageModel } from 'ai';
import type { Stage } from '../search/engine.js';
import type { Verdict } from '../search/passages/confidence.js';
import { dayAsked } from '../search/query/date-bounds.js';
import type { ToolContext } from '../tools/define-tool.js';
import { read } from '../tools/read.js';
import { foundBy, search } from '../tools/search.js';
import { tree } from '../tools/tree.js';
import type { Language } from '../words/language.js';
import type { Answer, Question, RunOptions } from './answer.js';
import type { DataMark } from './as-data.js';
import { foldLongLines } from './fold-long-lines.js';
import { questionLanguage } from './language.js';
import { assemble, documentOf, passageBudget } from './librarian/answer-question.js';
import { runLoop } from './loop.js';
import type { ModelSettings, RunLimits } from './model-settings.js';
import { createSeenLines } from './seen-lines.js';
import { shownAtStart, systemPrompt } from './start-context.js';
import { traced } from './trace.js';

export interface AgentModel {
  model: LanguageModel;
  settings: ModelSettings;
  limits: RunLimits;
  asData: DataMark;
  fallbackLanguage: Language;
}

/** Answers with a model. The agent has no writing tools, whatever a prompt or a note says. */
export async function answerByModel(
  agent: AgentModel,
  context: ToolContext,
  question: Question,
  { onEvent = () => {}, ...options }: RunOptions = {},
): Promise<Answer> {
  const { signal, trace } = options;
  let stages: Stage[] = [];
  let files: Answer['files'] | null = null;
  const inContext = shownAtStart(context.vault, context.session);
  const seen = createSeenLines(context.vault, question.question, passageBudget(question), inContext);
  const { text, usage, reachedLimit } = await runLoop({
    ...agent,
    system: systemPrompt(agent.asData, context.vault, {
      role: 'search',
      language: questionLanguage(question.question, agent.fallbackLanguage),
      today: dayAsked(question.asked_on, context.vault.clock.now()),
    }),
    prompt: promptOf(agent.asData, question),
    tools: [tree, read, search, seen.checkedConcat],
    context: {
      ...context,
      engine: async () => traced(await context.engine(), trace),
      isAgent: true,
      inContext,
      askedOn: question.asked_on ?? null,
    },
    lastStep: {
      request: 'Write the overview now, from what you have seen. No more tools.',
      withTools: false,
    },
    onEvent,
    signal,
    onResult(tool, input, result) {
      seen.note(tool, input, result);
      const answer = foundBy(tool, result);
      if (answer !== null) stages = answer.stages;
      if (tool.name === 'concat') files = result.quotations ?? [];
    },
  });
  // A run cut off before it assembled anything still shows the passages that a search finds.
  files ??= reachedLimit || seen.wasTooLong() ? (await assemble(context, question, options)).files : [];
  const { verdict, rest } = readVerdict(text, files.length > 0);
  const overview = overviewOf(rest);
  return {
    ...documentOf(overview, foldLongLines(files, question.question)),
    verdict,
    confidence: null,
    stages,
    usage,
  };
}

function promptOf(asData: DataMark, asked: Question): string {
  const { question, scopes, date_from, date_to } = asked;
  const limits = [
    scopes?.length ? `only in: ${scopes.join(', ')}` : '',
    date_from ? `only from: ${date_from}` : '',
    date_to ? `only until: ${date_to}` : '',
  ].filter(Boolean);
  return [
    asData('question', question),
    `Passages: at most ${passageBudget(asked)} tokens.`,
    ...(limits.length > 0 ? [`Keep to these limits:\n${asData('limits', limits.join('\n'))}`] : []),
  ].join('\n');
}

/**
 * The model ends its overview with a line `verdict: …`. Without that line, or where it contradicts the passages the model
 * chose, the passages decide: none means that nothing answers.
 */
function readVerdict(text: string, hasPassages: boolean): { verdict: Verdict; rest: string } {
  const line = /^[ \t*`]*verdict[ \t*`]*:[ \t*`]*(answers|may_answer|nothing)\b.*$/im;
  const stated = line.exec(text)?.[1]?.toLowerCase();
  const rest = text.replace(line, '');
  if (!hasPassages) return { verdict: 'nothing', rest };
  return { verdict: stated === 'answers' || stated === undefined ? 'answers' : 'may_answer', rest };
}

/** Only the orientation, at most five lines: models tend to repeat the passages below a horizontal rule. */
function overviewOf(text: string): string {
  const [before = ''] = text.split(/^\s*(?:---+|```.*|~~~.*)\s*$/m);
  const lines = before.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 5).join('\n') || text.trim();
}
