import { createStaticEmbedder } from '../search/models/static/static-embedder.js';
import type { Language } from '../vault/starter.js';
import { keepWholeInput } from './keep-whole-input.js';
import { languageOf } from './language.js';
import { createLibrarian } from './librarian/file-update.js';
import { asksAboutSecret, sealSecret } from './librarian/seal-secret.js';
import { fileSession } from './librarian/sessions/file-session.js';
import { refiling } from './refile.js';
import type { AgentModel } from './search-agent.js';
import { createModelDraw } from './session-agent.js';
import type { FallbackHandler, UpdateHandler } from './update.js';
import { createUpdateAgent } from './update-agent.js';

export interface Filing {
  file: UpdateHandler;
  /** Files an update by the librarian after the model has failed. */
  fallback: FallbackHandler;
}

/** Files updates: with a model if one is given, otherwise with the librarian. */
export function createFiling(language: Language, openModel: (() => Promise<AgentModel>) | null): Filing {
  const librarian = keepWholeInput(createLibrarian(language, createStaticEmbedder()), language);
  const file: UpdateHandler =
    openModel === null
      ? librarian
      : async (run) => {
          // What is kept goes from where it is held into a file, past the model.
          if (asksAboutSecret(run)) return librarian(run);
          const model = await openModel();
          const { session } = run.input;
          if (session != null) return fileSession(run, session, createModelDraw(model), language);
          return keepWholeInput(createUpdateAgent(model), language)(run);
        };
  return {
    // No secret reaches a provider before the user has confirmed it.
    file: refiling(async (run) => sealSecret(run, language) ?? file(run)),
    async fallback(run, why) {
      const outcome = sealSecret(run, language) ?? (await refiling(librarian)(run));
      const mark = FILED_BY_RULE[languageOf(run.input.text, language)];
      return { ...outcome, summary: `${outcome.summary}\n${mark} ${why.message}` };
    },
  };
}

const FILED_BY_RULE: Record<Language, string> = {
  en: 'Filed by the built-in rules, without the model:',
  fr: 'Classé par les règles intégrées, sans le modèle :',
};
