import { basename, resolve, sep } from 'node:path';
import type { InputOrigin } from '../agents/clerk/routing/route.js';
import type { CommandMemory } from '../memory/memory.js';
import type { MemoryOptions } from '../memory/open-local.js';
import type { Invocation } from './command.js';
import { openAgents } from './open-agents.js';
import { showProgress } from './progress.js';

/** The memory of the settings. It must be closed. */
export async function openMemoryFor(
  invocation: Invocation,
  options: Pick<MemoryOptions, 'stays' | 'wall'> = {},
): Promise<CommandMemory> {
  const { vault, language } = invocation.settings();
  const { terminal } = invocation;
  const { openMemory } = await import('../memory/open-memory.js');
  return openMemory({
    ...options,
    root: vault,
    origin: originOf(process.cwd(), vault),
    language,
    env: process.env,
    agents: () => openAgents(invocation),
    ...(invocation.terminal.showsStatus && { onProgress: showProgress(invocation.terminal) }),
    log: (message) => terminal.err(terminal.say`[warning] ${terminal.say(message)}`),
  });
}

/** The current folder says what a note is about; the home folder and the vault do not. */
function originOf(folder: string, vault: string): InputOrigin | null {
  const isVault = `${folder}${sep}`.startsWith(`${resolve(vault)}${sep}`);
  const isPlace = folder === (process.env.HOME || process.env.USERPROFILE) || folder === resolve('/');
  return isVault || isPlace ? null : { client: null, folder: basename(folder) };
}

/** Uses the memory of the settings for as long as `work` takes. */
export async function withMemory<Result>(
  invocation: Invocation,
  work: (memory: CommandMemory) => Promise<Result>,
): Promise<Result> {
  const memory = await openMemoryFor(invocation);
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}
