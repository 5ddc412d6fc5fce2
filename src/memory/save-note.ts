import type { Service } from '../service/create-service.js';
import type { UndoChoices } from '../service/history/undo-file.js';
import { RappelError } from '../shared/errors.js';
import { writablePlace } from '../tools/guards.js';
import type { Place } from '../vault/resolve.js';
import { versionOf } from '../vault/stamp.js';
import { mergeTexts } from '../vault/units/merge-texts.js';

export interface NoteSave {
  /** The text that the person began with; null for a new file. */
  base: string | null;
  text: string;
  /** By the id of a unit that both changed, or `all`: keep what is in the file, or take this text. */
  choices: UndoChoices;
}

export interface SavedNote {
  /** The whole file as it is now: stamped, and with what others changed meanwhile. */
  text: string;
}

export function saveNote({ vault, pageEdits, job }: Service, path: string, save: NoteSave): SavedNote {
  const place = writablePlace(vault, path);
  const { before, after } = vault.save(place, (current) => {
    if (current === null && save.base !== null) throw vault.missing(place);
    return merged(place, current, save);
  });
  if (before !== after) {
    pageEdits.saved(place.path, before, after);
    job.changed(place.path);
  }
  return { text: after };
}

function merged(place: Place, current: string | null, { base, text, choices }: NoteSave): string {
  if (current === null) return text;
  if (base === null) throw new RappelError('exists', 'already exists', { path: place.shown });
  const [now, began] = [versionOf(current), versionOf(base)];
  if (now === began) return text;
  if (versionOf(text) === began) return current;
  const choiceOf = (id: string) => choices[id] ?? choices.all;
  const { text: result, conflicts } = mergeTexts(base, current, text, {
    choose: ({ id }) => (choiceOf(id) === 'take' ? 'theirs' : 'ours'),
  });
  const units = conflicts.filter(({ id }) => choiceOf(id) === undefined);
  if (units.length === 0) return result;
  throw new RappelError('stale', 'the same lines were changed meanwhile', {
    path: place.shown,
    hint: 'Choose which version to keep.',
    data: { obstacles: [{ path: place.shown, reason: 'changed_units', units }] },
  });
}
