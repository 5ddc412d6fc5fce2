import { type ModelSettings, PROVIDERS, type Provider } from '../../agents/model-settings.js';
import { ENGINES } from '../../service/settings/config-file.js';
import { configFile } from '../../service/settings/config-path.js';
import { readKey, saveKey } from '../../service/settings/keys.js';
import { saveModel } from '../../service/settings/model-setting.js';
import { RappelError } from '../../shared/errors.js';
import type { Say } from '../../words/say.js';
import { chooseModel, question } from '../choose-model.js';
import { type Command, UsageError } from '../command.js';
import { setupEngine } from '../setup-engine.js';
import { setupLimits } from '../setup-limits.js';
import { tryOnTerminal } from '../try-model.js';

export const setup: Command = {
  summary: 'Choose the language model, or the search engine (qmd or own); try it and save the choice.',
  usage: '[qmd | own | limits [NAME=VALUE...]]',
  arguments: { least: 0, most: 20 },
  completes: [...ENGINES, 'limits'],
  options: {
    provider: { value: 'NAME', summary: PROVIDERS.join(', ') },
    model: { value: 'NAME', summary: "the model's name at that provider" },
    'small-model': { value: 'NAME', summary: 'a cheaper model for short tasks' },
    'base-url': {
      value: 'URL',
      summary: 'the address of an OpenAI-compatible endpoint (Ollama, LM Studio, llama.cpp, vLLM)',
    },
    local: { value: true, summary: 'use a model that Ollama, LM Studio or llama.cpp serves on this machine' },
    try: { value: true, summary: 'file a test note with the model of the settings; save nothing' },
    none: { value: true, summary: 'use no model (built-in rules)' },
    'no-check': { value: true, summary: 'save the choice without trying the model' },
  },
  examples: [
    'rappel setup',
    'rappel setup --local',
    'rappel setup --try',
    'rappel setup --provider anthropic --model MODEL',
    'rappel setup --provider openai-compatible --base-url http://localhost:11434/v1 --model MODEL',
    'rappel setup --none',
    'rappel setup limits answer_seconds=60',
    'rappel setup qmd',
  ],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const [engine, ...more] = invocation.arguments;
    if (engine === 'limits') {
      setupLimits(more, invocation);
      return;
    }
    if (more.length > 0) throw new UsageError('usage.nothing_after', { given: more[0]!, after: engine! });
    if (engine !== undefined) {
      await setupEngine(engine, invocation);
      return;
    }
    if (invocation.flag('none')) {
      saveModel(null, process.env);
      invocation.report({ model: null }, () =>
        terminal.out(say`Model: none. Rappel answers and files by its built-in rules.`),
      );
      return;
    }
    if (invocation.flag('try')) {
      const { model } = invocation.settings();
      if (model === null) throw noModel();
      const { canWork, lines } = await tryOnTerminal(model, readKey(model.provider, process.env), invocation);
      invocation.report({ ok: canWork, model: nameOf(model), says: lines }, () =>
        terminal.out(lines.join('\n')),
      );
      if (!canWork) terminal.fail(1);
      return;
    }
    const settings = await chooseModel(invocation);
    const known = readKey(settings.provider, process.env);
    const key = known ?? (await askKey(settings.provider, say));
    const { canWork, lines } = invocation.flag('no-check')
      ? { canWork: true, lines: [] }
      : await tryOnTerminal(settings, key, invocation);
    if (canWork && known === null && key !== null) saveKey(settings.provider, key, process.env);
    if (canWork) saveModel(settings, process.env);
    const saved = say`${nameOf(settings)} is set. Saved in ${configFile(process.env)}.`;
    invocation.report({ ok: canWork, model: nameOf(settings), says: lines }, () =>
      terminal.out([...lines, ...(canWork ? [saved] : [])].join('\n')),
    );
    if (canWork) return;
    terminal.err(say`Nothing was saved. Choose another model, or add --no-check to use this one anyway.`);
    terminal.fail(1);
  },
};

function nameOf({ provider, model }: ModelSettings): string {
  return `${provider}:${model}`;
}

async function askKey(provider: Provider, say: Say): Promise<string | null> {
  if (provider === 'openai-compatible') return null;
  return (
    (await question(`${say`Key (hidden; saved in a file only you can read):`} `, { hidden: true })) || null
  );
}

function noModel(): RappelError {
  return new RappelError('not_found', 'model.not_set');
}
