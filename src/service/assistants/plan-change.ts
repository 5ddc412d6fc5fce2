import { shellQuoted } from '../../shared/shell-quoted.js';
import type { KnownClient, System } from './clients.js';
import { applyEdits } from './edit.js';
import { editHooks } from './edit-hooks.js';
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

/** Puts Rappel into the settings of an assistant, or takes it out. Throws if they can't be changed safely. */
export function planChange(
  client: KnownClient,
  launch: Launch,
  wanted: 'in' | 'out',
  system: System,
): SettingsChange {
  return planEdit(client.file(system), wanted, (text, direction) =>
    client.edit(text, direction === 'in' ? launch : null),
  );
}

/** The same for its hooks; null for an assistant that has none. */
export function planHooks(
  { hooks }: KnownClient,
  launch: Launch,
  wanted: 'in' | 'out',
  system: System,
): SettingsChange | null {
  if (hooks === undefined) return null;
  const commands = Object.entries(hooks.events).map(([event, name]) => {
    const { command, args } = hookLaunch(launch, [name, ...hooks.options]);
    return [event, [command, ...args].map(shellQuoted).join(' ')];
  });
  const own = Object.fromEntries(commands);
  const edit: EditSettings = (text, direction) => editHooks(text, direction === 'in' ? own : null);
  const plan = planEdit(hooks.file(system), wanted, edit);
  // The edit may reach over the hooks of others.
  const lines = plan.lines.length === 0 ? [] : applyEdits('', editHooks('', own)).trimEnd().split('\n');
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
