import type { LanguageModel } from 'ai';
import type { Stage } from '../search/engine.js';
import type { Verdict } from '../search/passages/confidence.js';
import { dayAsked } from '../search/query/date-bounds.js';
import { RappelError } from '../shared/errors.js';
import { concat } from '../tools/concat.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { read } from '../tools/read.js';
import { foundBy, search } from '../tools/search.js';
import { tree } from '../tools/tree.js';
import { showQuotation } from '../vault/citation.js';
import { joinRanges, type LineRange, parseRanges } from '../vault/line-ranges.js';
import { countTokens } from '../vault/tokens.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { Answer, Question, RunOptions } from './answer.js';
import type { DataMark } from './as-data.js';
import { foldLongLines } from './fold-long-lines.js';
import { questionLanguage } from './language.js';
import { assemble, documentOf, passageBudget } from './librarian/answer-question.js';
import { runLoop } from './loop.js';
import type { ModelSettings, RunLimits } from './model-settings.js';
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

const WHOLE: LineRange = { first: 1, last: Number.POSITIVE_INFINITY };

/** Which lines of which files a run has seen, so that an answer quotes only real lines, and no more than `maxTokens` of them. */
function createSeenLines(
  vault: Vault,
  question: string,
  maxTokens: number,
  shownAtStart: readonly string[] = [],
) {
  const seen = new Map<string, LineRange[]>(shownAtStart.map((name) => [`vault/${name}`, [WHOLE]]));
  let tooLong = false;
  const note = (path: string, ranges: LineRange[]) => seen.set(path, [...(seen.get(path) ?? []), ...ranges]);

  return {
    /** Records what a call of `search` or `read` showed. */
    note(tool: Tool, input: unknown, result: ToolResult): void {
      for (const { path, lines, whole_file } of foundBy(tool, result)?.results ?? [])
        note(path, whole_file ? [WHOLE] : rangesOf(lines));
      if (tool.name === 'read' && (input as { folded?: boolean }).folded !== true) {
        for (const [, path, range] of result.text.matchAll(BLOCK_HEADER)) note(path!, rangesOf(range ?? ''));
      }
    },
    /** Whether the last document was refused for its length. */
    wasTooLong: () => tooLong,
    /** `concat` for this run: refuses a path or range that the run has not seen, and a document that is too long. */
    checkedConcat: {
      ...concat,
      get description() {
        return concat.description;
      },
      async call(input: unknown, context: Parameters<Tool['call']>[1]): Promise<ToolResult> {
        for (const { path, lines } of wanted(input)) check(path, lines);
        const result = await concat.call(input, context);
        const quotations = foldLongLines(result.quotations ?? [], question);
        const text = quotations.map(showQuotation).join('\n\n');
        const tokens = countTokens(text);
        tooLong = tokens > maxTokens;
        // The run has seen these lines: the model need not read them once more.
        if (!tooLong)
          return {
            ...result,
            text,
            quotations,
            brief: `assembled, ${tokens} of at most ${maxTokens} tokens`,
          };
        throw new RappelError('invalid_input', 'concat.too_long', { tokens, most: maxTokens });
      },
    } satisfies Tool,
  };

  function check(path: string, lines: string | null): void {
    const place = vault.resolve(path);
    const known = seen.get(place.shown);
    if (known === undefined) {
      throw new RappelError('not_read', 'concat.not_seen', { path: place.shown });
    }
    const covered = joinRanges(known);
    const isCovered = (asked: LineRange) =>
      covered.some(({ first, last }) => first <= asked.first && last >= asked.last);
    if (rangesOf(lines ?? '').every(isCovered)) return;
    const ranges = covered
      .map(({ first, last }) => (last === WHOLE.last ? `${first}-end` : `${first}-${last}`))
      .join(', ');
    throw new RappelError('bad_range', 'concat.lines_not_seen', { lines: ranges, path: place.shown });
  }
}

const BLOCK_HEADER =
  /^(?:```|~~~|\[unchanged\] )(vault\/.*?)(?: \(lines (\d[\d, -]*)\))?(?:: shown above.*)?$/gm;

/** Those of a whole file where no range is given; the tool reports one that is malformed. */
function rangesOf(lines: string): LineRange[] {
  return parseRanges(lines) ?? [WHOLE];
}

/** The files of a call, as far as they are well formed; the tool reports the rest. */
function wanted(input: unknown): { path: string; lines: string | null }[] {
  const files = (input as { files?: unknown } | null)?.files;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file) =>
    typeof file?.path === 'string' ? [{ path: file.path, lines: file.lines ?? null }] : [],
  );
}
