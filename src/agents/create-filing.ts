import { createStaticEmbedder } from '../search/models/static/static-embedder.js';
import type { Language } from '../words/language.js';
import { createClerk } from './clerk/clerk.js';
import { asksAboutSecret, sealSecret } from './clerk/seal-secret.js';
import { fileSession } from './clerk/session.js';
import { keepWholeInput } from './keep-whole-input.js';
import { refiling } from './refile.js';
import type { AgentModel } from './search-agent.js';
import { createModelDraw } from './session-agent.js';
import type { UpdateHandler } from './update.js';
import { createUpdateAgent } from './update-agent.js';

/** Files updates: with a model if one is given and the update does not leave it out, otherwise with the clerk. */
export function createFiling(
  language: Language,
  openModel: (() => Promise<AgentModel>) | null,
): UpdateHandler {
  const clerk = keepWholeInput(createClerk(language, createStaticEmbedder()), language);
  const file: UpdateHandler = async (run) => {
    const { session, model: wanted } = run.input;
    // What is kept goes from where it is held into a file, past the model.
    if (openModel === null || wanted === 'none' || asksAboutSecret(run)) return clerk(run);
    const model = await openModel();
    if (session != null) return fileSession(run, session, createModelDraw(model), language);
    return keepWholeInput(createUpdateAgent(model), language)(run);
  };
  // No secret reaches a provider before the user has confirmed it.
  return refiling(async (run) => sealSecret(run, language) ?? file(run));
}
