import { systemClock } from '../shared/clock.js';
import { visible } from '../shared/visible.js';
import { hasControlCharacter } from '../vault/paths.js';
import { listFolder } from '../vault/scan.js';
import { createVault } from '../vault/vault.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './parse-arguments.js';
import { loadSettings } from './settings.js';

/** What the last of `words` may become: commands, flags, tools, or paths of the vault. Never throws. */
export async function completeWords(words: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  try {
    const typed = words.at(-1) ?? '';
    return (await candidates(words, typed, env)).filter((candidate) => candidate.startsWith(typed));
  } catch {
    return [];
  }
}

async function candidates(words: string[], typed: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (words.length <= 1) return Object.keys(COMMANDS);
  const load = Object.hasOwn(COMMANDS, words[0]!) ? COMMANDS[words[0]!] : undefined;
  if (load === undefined) return [];
  const command = await load();
  if (typed.startsWith('-'))
    return Object.keys({ ...command.options, ...COMMON_OPTIONS }).map((name) => `--${name}`);
  if (command.completes === 'paths') return paths(typed, vaultFlag(words), env);
  if (command.completes === 'tools') {
    const { TOOLS } = await import('../tools/registry.js');
    return TOOLS.map((tool) => tool.name);
  }
  return [...(command.completes ?? [])];
}

function vaultFlag(words: string[]): string | undefined {
  const at = words.indexOf('--vault');
  return at === -1 ? undefined : words[at + 1];
}

function paths(typed: string, vault: string | undefined, env: NodeJS.ProcessEnv): string[] {
  const { root, resolve } = createVault({ root: loadSettings({ vault }, env).vault, clock: systemClock });
  const above = typed.slice(0, typed.lastIndexOf('/') + 1);
  const folder = resolve(above === '' ? 'vault/' : above);
  return (
    listFolder(root, folder.target, folder.path)
      // A shell prints what it is offered.
      .filter(({ name }) => !hasControlCharacter(name) && visible(name) === name)
      .map(({ name, kind }) => above + name + (kind === 'folder' ? '/' : ''))
  );
}
