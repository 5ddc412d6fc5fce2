import { shellQuoted } from '../../shared/shell-quoted.js';
import type { KnownClient, System } from './clients.js';
import { applyEdits } from './edit.js';
import { editHooks, type HookCommands } from './edit-hooks.js';
import { hookLaunch, type Launch } from './launch.js';
import { type EditSettings, putIn, settingsText, takeOut, withFile } from './settings-file.js';

/** What would change in the settings of an assistant. */
export interface SettingsChange {
  file: string;
  /** False if the settings are that way already. */
  isNeeded: boolean;
  /** The lines that are added, none for a removal. Ours alone: those beside them may hold the tokens of other servers. */
  lines: string[];
  /** Works on what the file holds at that moment. */
  apply(): void;
}

interface Change {
  client: KnownClient;
  launch: Launch;
  wanted: 'in' | 'out';
  system: System;
}

/**
 * Puts Rappel into the settings of an assistant, or takes it out: its MCP server first, then its hooks, if it has some and they are
 * wanted. Throws if the settings can't be changed safely.
 */
export function planChanges(change: Change, { hooks = true } = {}): SettingsChange[] {
  const { client, launch, wanted, system } = change;
  const server = planEdit(client.file(system), wanted, (text, direction) =>
    client.edit(text, direction === 'in' ? launch : null),
  );
  const own = hooks ? planHooks(change) : null;
  return own === null ? [server] : [server, own];
}

/** What an assistant runs at its events; null for one without hooks. */
export function hookCommands({ hooks }: KnownClient, launch: Launch): HookCommands | null {
  if (hooks === undefined) return null;
  const commands = Object.entries(hooks.events).map(([event, name]) => {
    const { command, args } = hookLaunch(launch, [name, ...hooks.options]);
    return [event, [command, ...args].map(shellQuoted).join(' ')];
  });
  return Object.fromEntries(commands);
}

/** Settings that hold these hooks alone. */
export function hooksText(commands: HookCommands): string {
  return applyEdits('', editHooks('', commands));
}

function planHooks({ client, launch, wanted, system }: Change): SettingsChange | null {
  const own = hookCommands(client, launch);
  if (client.hooks === undefined || own === null) return null;
  const edit: EditSettings = (text, direction) => editHooks(text, direction === 'in' ? own : null);
  const plan = planEdit(client.hooks.file(system), wanted, edit);
  // The edit may reach over the hooks of others.
  const lines = plan.lines.length === 0 ? [] : hooksText(own).trimEnd().split('\n');
  return { ...plan, lines };
}

function planEdit(file: string, wanted: 'in' | 'out', edit: EditSettings): SettingsChange {
  try {
    const edits = edit(settingsText(file), wanted);
    const added = wanted === 'in' ? edits.map(({ content }) => content) : [];
    return {
      file,
      isNeeded: edits.length > 0,
      lines: added.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== ''),
      apply: () => (wanted === 'in' ? putIn : takeOut)(file, edit),
    };
  } catch (error) {
    throw withFile(error, file);
  }
}
