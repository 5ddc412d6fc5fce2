import { statSync } from 'node:fs';
import type { Agents } from '../agents/create-agents.js';
import { configFile } from '../service/settings/config-path.js';
import { keyFile, readKey } from '../service/settings/keys.js';
import { toldOf } from '../shared/errors.js';
import { saidIn } from '../words/message.js';
import type { Invocation } from './command.js';

/**
 * The agents of the settings; the clerk where no model is set. A change of the settings counts from the next use on,
 * so that a running service follows `rappel setup`.
 */
export async function openAgents(invocation: Invocation): Promise<Agents> {
  const { createAgents } = await import('../agents/create-agents.js');
  const open = () => {
    const { model, language, limits } = invocation.settings();
    const key = model === null ? null : readKey(model.provider, process.env);
    return createAgents({ model, language, key, limits });
  };
  let seen = looksOf(process.env);
  let opened = open();

  function current(): Agents {
    const now = looksOf(process.env);
    if (now === seen) return opened;
    seen = now;
    try {
      opened = open();
    } catch (error) {
      // Half-edited settings: the last ones that could be used stay.
      const { say } = invocation.terminal;
      invocation.terminal.err(say`[warning] ${saidIn(say.messages, toldOf(error))}`);
    }
    return opened;
  }

  return {
    get model() {
      return current().model;
    },
    get settings() {
      return current().settings;
    },
    get limits() {
      return current().limits;
    },
    textModel: opened.textModel,
    answer: (...given) => current().answer(...given),
    file: (run) => current().file(run),
  };
}

function looksOf(env: NodeJS.ProcessEnv): string {
  const files = [configFile(env), keyFile(env)];
  const stats = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return stats.map((found) => `${found?.ino}-${found?.size}-${found?.mtimeMs}`).join(' ');
}
