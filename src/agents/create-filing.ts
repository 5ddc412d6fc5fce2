import { createStaticEmbedder } from '../search/models/static/static-embedder.js';
import type { Language } from '../vault/starter.js';
import { keepWholeInput } from './keep-whole-input.js';
import { createLibrarian } from './librarian/file-update.js';
import { asksAboutSecret, sealSecret } from './librarian/seal-secret.js';
import { fileSession } from './librarian/sessions/file-session.js';
import { refiling } from './refile.js';
import type { AgentModel } from './search-agent.js';
import { createModelDraw } from './session-agent.js';
import type { UpdateHandler } from './update.js';
import { createUpdateAgent } from './update-agent.js';

/** Files updates: with a model if one is given and the update does not leave it out, otherwise with the librarian. */
export function createFiling(
  language: Language,
  openModel: (() => Promise<AgentModel>) | null,
): UpdateHandler {
  const librarian = keepWholeInput(createLibrarian(language, createStaticEmbedder()), language);
  const file: UpdateHandler = async (run) => {
    const { session, model: wanted } = run.input;
    // What is kept goes from where it is held into a file, past the model.
    if (openModel === null || wanted === 'none' || asksAboutSecret(run)) return librarian(run);
    const model = await openModel();
    if (session != null) return fileSession(run, session, createModelDraw(model), language);
    return keepWholeInput(createUpdateAgent(model), language)(run);
  };
  // No secret reaches a provider before the user has confirmed it.
  return refiling(async (run) => sealSecret(run, language) ?? file(run));
}
