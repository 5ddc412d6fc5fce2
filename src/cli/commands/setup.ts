import { modelError } from '../../agents/model-error.js';
import { type ModelSettings, PROVIDERS, type Provider } from '../../agents/model-settings.js';
import { openModel } from '../../agents/models.js';
import { configFile, ENGINES } from '../../service/settings/config-file.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import { ask } from '../ask.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { readKey, saveKey } from '../keys.js';
import { saveModel } from '../settings.js';
import { setupEngine } from '../setup-engine.js';
import { setupLimits } from '../setup-limits.js';

export const setup: Command = {
  summary: 'Choose the language model, or the search engine (qmd or own); check it and save the choice.',
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
    none: { value: true, summary: 'use no model (built-in rules)' },
    yes: { value: true, summary: "qmd: download QMD's models without asking" },
    'no-models': { value: true, summary: "qmd: do not download QMD's models" },
    'no-check': { value: true, summary: 'save the choice without calling the model' },
  },
  examples: [
    'rappel setup',
    'rappel setup --provider anthropic --model MODEL',
    'rappel setup --provider openai-compatible --base-url http://localhost:11434/v1 --model MODEL',
    'rappel setup --none',
    'rappel setup limits answer_seconds=60',
    'rappel setup qmd',
  ],
  async run(invocation) {
    const { terminal } = invocation;
    const [engine, ...more] = invocation.arguments;
    if (engine === 'limits') {
      setupLimits(more, invocation);
      return;
    }
    if (more.length > 0) throw new UsageError(`got "${more[0]}", expected nothing after ${engine}`);
    if (engine !== undefined) {
      await setupEngine(engine, invocation);
      return;
    }
    if (invocation.flag('none')) {
      saveModel(null, process.env);
      terminal.out('Model: none. Rappel answers and files by its built-in rules.');
      return;
    }
    const settings = await askSettings(invocation);
    const known = readKey(settings.provider, process.env);
    const key = known ?? (await askKey(settings.provider));
    if (!invocation.flag('no-check')) await check(settings, key);
    if (known === null && key !== null) saveKey(settings.provider, key, process.env);
    saveModel(settings, process.env);
    terminal.out(
      `${settings.provider}:${settings.model} ${invocation.flag('no-check') ? 'is set' : 'answered'}. Saved in ${configFile(process.env)}.`,
    );
  },
};

async function askSettings(invocation: Invocation): Promise<ModelSettings> {
  const named = invocation.text('provider') ?? (await question(`Provider (${PROVIDERS.join(', ')}): `));
  const provider = PROVIDERS.find((known) => known === named);
  if (provider === undefined)
    throw new UsageError(`--provider: got "${named}", expected one of ${PROVIDERS.join(', ')}`);
  let baseUrl = invocation.text('base-url') ?? null;
  if (provider === 'openai-compatible')
    baseUrl ??= await question('Address (like http://localhost:11434/v1): ');
  const problem = baseUrl === null ? null : addressProblem(baseUrl);
  if (problem !== null)
    throw new UsageError(`--base-url: got "${showAddress(baseUrl!)}", expected ${problem}`);
  const model = invocation.text('model') ?? (await question('Model: '));
  if (model === '') throw new UsageError('--model: expected the name of a model');
  return { provider, model, smallModel: invocation.text('small-model') ?? null, baseUrl, price: null };
}

async function askKey(provider: Provider): Promise<string | null> {
  if (provider === 'openai-compatible') return null;
  return (await question('Key (hidden; saved in a file only you can read): ', { hidden: true })) || null;
}

async function question(text: string, options: { hidden?: boolean } = {}): Promise<string> {
  const answer = await ask(text, options);
  if (answer === null)
    throw new UsageError(`not a terminal: give this as an option: ${text.replace(/[:\s]+$/, '')}`);
  return answer;
}

/** One short call: a wrong key, name or address shows now, not at the first question. */
async function check(settings: ModelSettings, key: string | null): Promise<void> {
  const { generateText } = await import('ai');
  const timeout = AbortSignal.timeout(30_000);
  try {
    const model = await openModel(settings, key);
    await generateText({
      model,
      prompt: 'Answer with the word: ready',
      maxOutputTokens: 20,
      maxRetries: 1,
      abortSignal: timeout,
    });
  } catch (error) {
    throw modelError(error, settings, { timedOut: timeout.aborted, cancelled: false });
  }
}
