import { shellQuoted } from '../../shared/shell-quoted.js';
import type { KnownClient, System } from './clients.js';
import { applyTextEdits } from './edit.js';
import { editBetween, editHooks, type HookCommands } from './edit-hooks.js';
import { hookLaunch, type Launch } from './launch.js';
import { type EditSettings, putIn, settingsText, takeOutOfSettings, withFile } from './settings-file.js';

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
  const server: EditSettings = (text, direction) => client.edit(text, direction === 'in' ? launch : null);
  const file = client.file(system);
  const own = hooks ? hookEdit(change) : null;
  if (own === null) return [planEdit(file, wanted, server)];
  if (own.file !== file)
    return [planEdit(file, wanted, server), withLines(planEdit(own.file, wanted, own.edit), own)];
  const both: EditSettings = (text, direction) => {
    const between = applyTextEdits(text, server(text, direction));
    return editBetween(text, applyTextEdits(between, own.edit(between, direction)));
  };
  return [withLines(planEdit(file, wanted, both), { lines: [...addedLines(server), ...own.lines] })];
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

/** Settings with the hooks of a client alone, or added to `text`. */
export function hooksText({ hooks }: KnownClient, commands: HookCommands, text = ''): string {
  return applyTextEdits(text, editHooks(text, commands, hooks!.form));
}

function hookEdit({ client, launch, system }: Change) {
  const own = hookCommands(client, launch);
  if (client.hooks === undefined || own === null) return null;
  const { form, file } = client.hooks;
  const edit: EditSettings = (text, direction) => editHooks(text, direction === 'in' ? own : null, form);
  return { file: file(system), edit, lines: addedLines(edit) };
}

/** An edit of hooks may reach over those of others. */
function withLines(plan: SettingsChange, { lines }: { lines: string[] }): SettingsChange {
  return { ...plan, lines: plan.lines.length === 0 ? [] : lines };
}

/** What an edit adds to empty settings. */
function addedLines(edit: EditSettings): string[] {
  return applyTextEdits('', edit('', 'in')).trimEnd().split('\n');
}

function planEdit(file: string, wanted: 'in' | 'out', edit: EditSettings): SettingsChange {
  try {
    const edits = edit(settingsText(file), wanted);
    const added = wanted === 'in' ? edits.map(({ content }) => content) : [];
    return {
      file,
      isNeeded: edits.length > 0,
      lines: added.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== ''),
      apply: () => (wanted === 'in' ? putIn : takeOutOfSettings)(file, edit),
    };
  } catch (error) {
    throw withFile(error, file);
  }
}
