import type { Expander } from '../search/models/expander.js';
import { RappelError } from '../shared/errors.js';
import type { ToolContext } from '../tools/define-tool.js';
import type { Language } from '../vault/starter.js';
import type { Answer, Question, RunOptions } from './answer.js';
import { createDataMark } from './as-data.js';
import { answerByRule } from './librarian/answer-question.js';
import { createLibrarian, sealSecret } from './librarian/file-update.js';
import { createModelExpander } from './model-expander.js';
import { DEFAULT_LIMITS, type ModelSettings, type RunLimits } from './model-settings.js';
import { openModel } from './models.js';
import { type AgentModel, answerByModel } from './search-agent.js';
import type { UpdateHandler } from './update.js';
import { createUpdateAgent } from './update-agent.js';

/** Answers questions and files updates: with a model if one is set, otherwise with the librarian. */
export interface Agents {
  /** The model in use; null for the librarian. */
  readonly model: string | null;
  /** Rewords questions for deep search; null if no small model is set. */
  readonly expander: Expander | null;
  answer(context: ToolContext, question: Question, options?: RunOptions): Promise<Answer>;
  file: UpdateHandler;
}

export interface AgentsOptions {
  model: ModelSettings | null;
  key: string | null;
  language: Language;
  limits?: Partial<RunLimits>;
}

export function createAgents({ model, key, language, limits }: AgentsOptions): Agents {
  const librarian = createLibrarian(language);
  if (model === null) {
    return {
      model: null,
      expander: null,
      answer: (context, question, options) => answerByRule(context, question, options, language),
      file: async (run) => sealSecret(run, language) ?? librarian(run),
    };
  }
  const asData = createDataMark();
  const agentModel = async (): Promise<AgentModel> => ({
    model: await openModel(model, key),
    settings: model,
    limits: { ...DEFAULT_LIMITS, ...limits },
    asData,
    fallbackLanguage: language,
  });
  return {
    model: `${model.provider}:${model.model}`,
    expander: createModelExpander(model, key),
    async answer(context, question, options = {}) {
      try {
        const answer = await answerByModel(await agentModel(), context, question, options);
        return { ...answer, stages: [...answer.stages, { name: 'agent', ran: true, reason: null }] };
      } catch (error) {
        if (!(error instanceof RappelError) || error.code !== 'model' || options.signal?.aborted) throw error;
        // If the model fails, the librarian answers, and `stages` says why.
        const answer = await answerByRule(context, question, options, language, 'failed');
        return {
          ...answer,
          stages: [...answer.stages, { name: 'agent', ran: false, reason: error.message }],
        };
      }
    },
    // No secret reaches a provider before the user has confirmed it.
    file: async (run) => sealSecret(run, language) ?? createUpdateAgent(await agentModel())(run),
  };
}
