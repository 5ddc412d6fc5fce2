import { findLocalServers, knownServers, type LocalServer } from '../agents/local-servers.js';
import { type ModelSettings, PROVIDERS } from '../agents/model-settings.js';
import { addressProblem, showAddress } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import { message } from '../words/message.js';
import { ask, canAsk } from './ask.js';
import { type Invocation, UsageError } from './command.js';

/** The model of the flags; what they leave open is asked, with the models that run on this machine as a list. */
export async function chooseModel(invocation: Invocation): Promise<ModelSettings> {
  if (invocation.flag('local'))
    return chooseLocal(invocation, await findLocalServers(knownServers(process.env)));
  const given = invocation.text('provider');
  if (given !== undefined) return chooseHosted(invocation, given);
  // Without a person to choose, nothing on this machine is asked.
  const servers = canAsk() ? await findLocalServers(knownServers(process.env)) : [];
  const offered = offersOf(servers);
  const { say } = invocation.terminal;
  if (offered.length > 0) {
    invocation.terminal.err(say`On this machine:`);
    for (const [index, { server, model }] of offered.entries())
      invocation.terminal.err(`  ${index + 1}. ${model} (${server.name})`);
  }
  const providers = PROVIDERS.join(', ');
  const asks =
    offered.length > 0 ? say`A number, or a provider (${providers}):` : say`Provider (${providers}):`;
  const answer = await question(`${asks} `);
  const chosen = /^\d+$/.test(answer) ? offered[Number(answer) - 1] : undefined;
  return chosen === undefined ? chooseHosted(invocation, answer) : localSettings(chosen, invocation);
}

/** Asks the person; wrong usage where there is none. */
export async function question(text: string, options: { hidden?: boolean } = {}): Promise<string> {
  const answer = await ask(text, options);
  if (answer === null)
    throw new UsageError('usage.no_terminal_option', { option: text.replace(/[:\s]+$/, '') });
  return answer;
}

interface Offer {
  server: LocalServer;
  model: string;
}

function offersOf(servers: readonly LocalServer[]): Offer[] {
  return servers.flatMap((server) => server.models.map((model) => ({ server, model })));
}

async function chooseLocal(invocation: Invocation, servers: readonly LocalServer[]): Promise<ModelSettings> {
  const offers = offersOf(servers);
  const wanted = invocation.text('model');
  if (servers.length === 0) {
    throw new RappelError('not_found', 'model.none_on_machine');
  }
  if (offers.length === 0) {
    throw new RappelError('not_found', 'model.server_empty', { server: servers[0]!.name });
  }
  const fitting = wanted === undefined ? offers : offers.filter(({ model }) => model === wanted);
  if (fitting.length === 1) return localSettings(fitting[0]!, invocation);
  const names = offers.map(({ model, server }) => `${model} (${server.name})`).join(', ');
  if (wanted === undefined) throw new UsageError('usage.choose_model', { names });
  throw wrongOption('--model', wanted, names);
}

function localSettings({ server, model }: Offer, invocation: Invocation): ModelSettings {
  const smallModel = invocation.text('small-model') ?? null;
  return { provider: 'openai-compatible', model, smallModel, baseUrl: server.baseUrl, price: null };
}

async function chooseHosted(invocation: Invocation, named: string): Promise<ModelSettings> {
  const { say } = invocation.terminal;
  const provider = PROVIDERS.find((known) => known === named);
  if (provider === undefined) throw wrongOption('--provider', named, PROVIDERS.join(', '));
  let baseUrl = invocation.text('base-url') ?? null;
  if (provider === 'openai-compatible')
    baseUrl ??= await question(`${say`Address (like http://localhost:11434/v1):`} `);
  const problem = baseUrl === null ? null : addressProblem(baseUrl);
  if (problem !== null)
    throw new UsageError('usage.option', {
      parameter: '--base-url',
      given: showAddress(baseUrl!),
      expected: { words: problem },
    });
  const model = invocation.text('model') ?? (await question(`${say`Model:`} `));
  if (model === '') throw new UsageError('usage.no_model_name');
  return { provider, model, smallModel: invocation.text('small-model') ?? null, baseUrl, price: null };
}

function wrongOption(parameter: string, given: string, names: string): UsageError {
  return new UsageError('usage.option', { parameter, given, expected: message('usage.one_of', { names }) });
}
