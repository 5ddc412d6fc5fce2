import type { KnownClient, System } from './clients.js';
import type { Launch } from './launch.js';
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
  const file = client.file(system);
  const edit: EditSettings = (text, direction) => client.edit(text, direction === 'in' ? launch : null);
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
