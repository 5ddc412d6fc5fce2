import type { ModelSettings } from '../agents/model-settings.js';
import type { Trial } from '../memory/try-model.js';
import type { RappelError } from '../shared/errors.js';
import type { Say } from '../words/say.js';
import type { Invocation } from './command.js';

/** Above this an update takes minutes. */
const SLOW_STEP_SECONDS = 15;

/** Tries a model with one real update in a temporary vault; `lines` say in words whether it can do the job. */
export async function runTrial(
  model: ModelSettings,
  key: string | null,
  { settings, terminal }: Invocation,
): Promise<Verdict> {
  const [{ createAgents }, { tryModel }] = await Promise.all([
    import('../agents/create-agents.js'),
    import('../memory/try-model.js'),
  ]);
  const { language, limits } = settings();
  const agents = createAgents({ model, key, language, limits: { ...limits, retries: 0 } });
  const { say } = terminal;
  terminal.status(say`${model.model}: filing a test note in a temporary vault …`);
  const trial = await tryModel(agents, (tool) => terminal.status(say`${model.model}: ${tool} …`));
  terminal.status('');
  if (trial.error !== null && !lacksTools(trial.error)) throw trial.error;
  return judge(model.model, trial, limits.milliseconds / 1_000, say);
}

interface Verdict {
  canWork: boolean;
  lines: string[];
}

/** What a trial shows about a model, with a next step where something is missing. */
export function judge(
  model: string,
  { toolCalls, isFiled, isFrench, steps, seconds }: Trial,
  limitSeconds: number,
  say: Say,
): Verdict {
  if (toolCalls === 0) {
    const next = say`Choose a model that supports tool calls (its page says "tools" or "function calling").`;
    return { canWork: false, lines: [say`${model} can't file notes: it called no tool.`, next] };
  }
  if (!isFiled) {
    const next = say`Choose a larger model; small ones often lose the note on the way.`;
    const line =
      toolCalls === 1
        ? say`${model} can't be relied on: it called one tool, but did not write the note down.`
        : say`${model} can't be relied on: it called ${toolCalls} tools, but did not write the note down.`;
    return { canWork: false, lines: [line, next] };
  }
  const perStep = seconds / Math.max(1, steps);
  const lines = [
    say`${model} can do the job: it filed a test note in ${steps} steps, ${Math.round(perStep * 10) / 10} s each.`,
    isFrench
      ? say`It keeps to French where a note is French.`
      : say`It wrote a French note in another language: use it only if you write in English.`,
  ];
  if (perStep > SLOW_STEP_SECONDS)
    lines.push(
      say`It is slow: an update may need more than the limit of ${limitSeconds} s. Allow more time: rappel setup limits seconds=${Math.ceil(perStep * 20)}`,
    );
  return { canWork: true, lines };
}

/** Some servers refuse the request as a whole: "MODEL does not support tools". */
function lacksTools({ message, data }: RappelError): boolean {
  return data?.model?.failure === 'rejected' && /\btools?\b|function call/i.test(message);
}
