import { posix } from 'node:path';
import { dateOf } from '../../../shared/loose-json.js';
import { hasImageName } from '../../../vault/kinds.js';
import { type MakeLayout, OF_THE_PROGRAM } from '../notes/layout.js';
import { notesIn } from './folder.js';

/**
 * The notes that Apple sends as "a copy of your data": a folder for each note, with its text
 * (`Roof-2024-03-01T09:00:00Z.txt`, the title first) and its attachments. What Notes and other programs export as
 * Markdown, HTML or PDF is a folder of notes.
 */
export const appleNotes = notesIn('apple-notes', {
  label: 'Apple Notes',
  detect: (_, below) => below().some((name) => NOTE.test(name)),
  layout: appleLayout(),
});

/** An archive may have other signs in place of the colons, which some systems do not allow in names. */
const NOTE = /^(.*)-(\d{4}-\d\d-\d\d)T(\d\d).(\d\d).(\d\d)Z\.txt$/s;

function appleLayout(): MakeLayout {
  return (files) => {
    const notes = new Map<string, string>();
    const beside = new Map<string, string[]>();
    for (const { name } of files) {
      const folder = posix.dirname(name);
      if (NOTE.test(name)) notes.set(folder, name);
      else beside.set(folder, [...(beside.get(folder) ?? []), name]);
    }
    const fileName = (name: string) => `${posix.dirname(name)}.files/${posix.basename(name)}`;
    return {
      nameOf(name) {
        // The folder of deleted notes has its name in the language of the account.
        if (/(?:^|\/)(?:Recently Deleted|Suppressions? récentes?|Supprimées récemment)\//i.test(name))
          return OF_THE_PROGRAM;
        const folder = posix.dirname(name);
        if (folder === '.') return /\.csv$/i.test(name) ? OF_THE_PROGRAM : name;
        const note = notes.get(folder);
        if (note === undefined) return name;
        // Two notes may share a folder.
        if (note === name) return `${folder}.md`;
        return NOTE.test(name) ? `${NOTE.exec(name)![1]}.md` : fileName(name);
      },
      textOf(name, text) {
        if (!NOTE.test(name)) return text;
        const folder = posix.dirname(name);
        const shown = (notes.get(folder) === name ? (beside.get(folder) ?? []) : []).map((file) => {
          const label = posix.basename(file);
          const address = posix.relative(posix.dirname(folder), fileName(file));
          return `${hasImageName(label) ? '!' : ''}[${label}](<${address}>)`;
        });
        const body = `# ${text.trimStart()}`.trimEnd();
        return `${[body, ...shown].join('\n\n')}\n`;
      },
      datesOf(name) {
        const [, , day, hours, minutes, seconds] = NOTE.exec(name) ?? [];
        const date = day === undefined ? null : dateOf(`${day}T${hours}:${minutes}:${seconds}Z`);
        return date === null ? undefined : { created: date, updated: date };
      },
    };
  };
}
