import { createAgents } from '../agents/create-agents.js';
import type { ModelSettings, RunLimits } from '../agents/model-settings.js';
import type { RappelError } from '../shared/errors.js';
import type { Language } from '../words/language.js';
import type { Say } from '../words/say.js';
import { type Trial, tryModel } from './try-model.js';

/** Above this an update takes minutes. */
const SLOW_STEP_SECONDS = 15;

interface TrialRequest {
  model: ModelSettings;
  key: string | null;
  language: Language;
  limits: RunLimits;
}

/** `lines` say in words whether a model can do the job. */
export interface TrialVerdict {
  canWork: boolean;
  lines: string[];
}

/**
 * Tries a model with one real update in a temporary vault. `onStep` hears of each tool call. Throws `model` if it can't be
 * used at all.
 */
export async function runTrial(
  { model, key, language, limits }: TrialRequest,
  say: Say,
  onStep?: (tool: string) => void,
): Promise<TrialVerdict> {
  const agents = createAgents({ model, key, language, limits: { ...limits, retries: 0 } });
  const trial = await tryModel(agents, onStep);
  if (trial.error !== null && !lacksTools(trial.error)) throw trial.error;
  return judge(model.model, trial, limits.milliseconds / 1_000, say);
}

/** What a trial shows about a model, with a next step where something is missing. */
export function judge(
  model: string,
  { toolCalls, isFiled, isFrench, steps, seconds }: Trial,
  limitSeconds: number,
  say: Say,
): TrialVerdict {
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
