import type { Agents } from '../agents/create-agents.js';
import type { Invocation } from './command.js';
import { readKey } from './keys.js';

/** The agents of the settings; the librarian where no model is set. */
export async function openAgents(invocation: Invocation): Promise<Agents> {
  const { model, language } = invocation.settings();
  const { createAgents } = await import('../agents/create-agents.js');
  return createAgents({ model, language, key: model === null ? null : readKey(model.provider, process.env) });
}
