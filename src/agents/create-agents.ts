import { createHash } from 'node:crypto';
import type { TextModel } from '../search/query/expansion.js';
import { RappelError, toldOf } from '../shared/errors.js';
import { maskSecrets } from '../shared/secrets.js';
import type { ToolContext } from '../tools/define-tool.js';
import type { Language } from '../words/language.js';
import type { Answer, Question, RunOptions } from './answer.js';
import { createDataMark } from './as-data.js';
import { answerByRule } from './librarian/answer-question.js';
import { loadSdk } from './load-sdk.js';
import { modelError } from './model-error.js';
import { DEFAULT_LIMITS, type ModelSettings, type RunLimits } from './model-settings.js';
import { openModel } from './models.js';
import type { AgentModel } from './search-agent.js';
import type { UpdateHandler } from './update.js';

/** Answers questions and files updates: with a model if one is set, otherwise with the clerk. */
export interface Agents {
  /** The model in use; null for the clerk. */
  readonly model: string | null;
  /** Changes with the settings of the model: what waits for it is then tried at once. */
  readonly settings: string;
  readonly limits: RunLimits;
  /** Rewords questions for deep search; null if no model is set. */
  readonly textModel: TextModel | null;
  answer(context: ToolContext, question: Question, options?: RunOptions): Promise<Answer>;
  file: UpdateHandler;
}

interface AgentsOptions {
  model: ModelSettings | null;
  key: string | null;
  language: Language;
  limits?: Partial<RunLimits>;
}

export function createAgents({ model, key, language, limits: given }: AgentsOptions): Agents {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const filing = (openAgentModel: (() => Promise<AgentModel>) | null) =>
    onDemand(async () => (await import('./create-filing.js')).createFiling(language, openAgentModel));
  if (model === null) {
    return {
      model: null,
      settings: '',
      limits,
      textModel: null,
      answer: (context, question, options) => answerByRule(context, question, options, language),
      file: filing(null),
    };
  }
  const asData = createDataMark();
  const agentModel = async (): Promise<AgentModel> => ({
    model: await openModel(model, key),
    settings: model,
    limits,
    asData,
    fallbackLanguage: language,
  });
  return {
    model: `${model.provider}:${model.model}`,
    settings: digestOf([model, key, limits]),
    limits,
    textModel: createTextModel(model, key),
    async answer(context, question, options = {}) {
      if (question.model === 'none') return answerByRule(context, question, options, language);
      const draft = startDraft(context, question, options, language);
      try {
        const [{ answerByModel }, agent] = await Promise.all([import('./search-agent.js'), agentModel()]);
        const answerLimits = { ...limits, milliseconds: limits.answerMilliseconds };
        const answer = await answerByModel({ ...agent, limits: answerLimits }, context, question, options);
        return { ...answer, stages: [...answer.stages, { name: 'agent', ran: true, reason: null }] };
      } catch (error) {
        if (!(error instanceof RappelError) || error.code !== 'model' || options.signal?.aborted) throw error;
        // If the model fails, the clerk answers, and `stages` says why.
        const asked: Question = { ...question, model: 'none' };
        const answer = await answerByRule(context, asked, options, language, 'failed');
        return {
          ...answer,
          stages: [
            ...answer.stages,
            { name: 'agent', ran: false, reason: error.message, error: toldOf(error) },
          ],
        };
      } finally {
        draft.drop();
      }
    },
    file: filing(agentModel),
  };
}

/** Files updates. Loaded for the first of them: most processes only answer. */
function onDemand(load: () => Promise<UpdateHandler>): UpdateHandler {
  let loaded: Promise<UpdateHandler> | undefined;
  return async (run) => {
    loaded ??= load();
    return (await loaded)(run);
  };
}

/** Tells a client what the clerk finds, unless the answer comes first. A failure is left to the answer itself. */
function startDraft(
  context: ToolContext,
  question: Question,
  { onEvent, signal }: RunOptions,
  language: Language,
): { drop(): void } {
  let isWanted = onEvent !== undefined;
  if (isWanted) {
    const asked: Question = { ...question, model: 'none' };
    void answerByRule(context, asked, { ...(signal && { signal }) }, language, 'pending').then(
      (answer) => {
        if (isWanted) onEvent?.({ type: 'draft', answer });
      },
      () => {},
    );
  }
  return {
    drop() {
      isWanted = false;
    },
  };
}

/** Short, because it is stored beside updates that wait: it must not tell anything about the key. */
function digestOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
}

/** The model that rewords questions for deep search: the small one of the settings, else the one that answers. */
export function createTextModel(settings: ModelSettings, key: string | null): TextModel {
  const name = settings.smallModel ?? settings.model;
  return {
    name,
    async complete(prompt, { signal }) {
      try {
        const { generateText } = await loadSdk();
        const model = await openModel(settings, key, name);
        const request = {
          model,
          prompt: maskSecrets(prompt),
          maxOutputTokens: 400,
          maxRetries: 1,
          abortSignal: signal,
        };
        return (await generateText(request)).text;
      } catch (error) {
        const cancelled = signal.aborted;
        throw modelError(error, { ...settings, model: name }, { timedOut: false, cancelled });
      }
    },
  };
}
