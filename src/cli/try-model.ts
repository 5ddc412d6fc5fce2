import type { ModelSettings } from '../agents/model-settings.js';
import type { TrialVerdict } from '../operations/run-trial.js';
import type { Invocation } from './command.js';

/** Tries a model, and shows on the terminal what it does meanwhile. */
export async function tryOnTerminal(
  model: ModelSettings,
  key: string | null,
  { settings, terminal }: Invocation,
): Promise<TrialVerdict> {
  const { runTrial } = await import('../operations/run-trial.js');
  const { language, limits } = settings();
  const { say } = terminal;
  terminal.status(say`${model.model}: filing a test note in a temporary vault …`);
  try {
    return await runTrial({ model, key, language, limits }, say, (tool) =>
      terminal.status(say`${model.model}: ${tool} …`),
    );
  } finally {
    terminal.status('');
  }
}
