import { setTimeout as wait } from 'node:timers/promises';
import type { UndoChoices } from '../service/changes/undo-file.js';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { withoutNewSecrets, writablePlace } from '../tools/guards.js';
import { decodeText, readBytes } from '../vault/files.js';
import type { VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { versionOf } from '../vault/stamp.js';
import { mergeTexts } from '../vault/units/merge-texts.js';
import type { Vault } from '../vault/vault.js';

export interface NoteSave {
  /** The text that the person began with; null for a new file. */
  base: string | null;
  text: string;
  /** By the id of a unit that both changed, or `all`: keep what is in the file, or take this text. */
  choices: UndoChoices;
  /** The person has said that what looks like a secret is to be in the file. */
  keep_secrets?: boolean | undefined;
}

export interface SavedNote {
  /** The whole file as it is now: stamped, and with what others changed meanwhile. */
  text: string;
}

export async function saveNote(
  { vault, pageEdits, job }: Service,
  path: string,
  save: NoteSave,
): Promise<SavedNote> {
  const place = writablePlace(vault, path);
  await untilWritten(vault, place, save.base);
  const { before, after } = pageEdits.save(place, (current) => {
    if (current === null && save.base !== null) throw vault.missing(place);
    const text = merged(place, current, save);
    return save.keep_secrets ? text : withoutNewSecrets(place, current, text);
  });
  if (before !== after) job.changed(place.path);
  return { text: after };
}

/**
 * A program that writes a file in place empties it first. A text that is merged with half of a file would lose the rest:
 * where the file is not as the person knows it, two looks at it must agree.
 */
async function untilWritten(vault: Vault, { path }: Place, base: string | null): Promise<void> {
  let last = base === null ? null : textAt(vault, path);
  if (last === null || versionOf(last) === versionOf(base!)) return;
  for (let look = 0; look < MOST_LOOKS; look++) {
    await wait(LATE_WRITE_MS);
    const before: string | null = last;
    last = textAt(vault, path);
    if (last === before) return;
  }
}

const LATE_WRITE_MS = 100;
const MOST_LOOKS = 20;

function textAt(vault: Vault, path: VaultPath): string | null {
  const place = vault.locate(path);
  return place.kind === 'file' ? decodeText(readBytes(place), place.shown) : null;
}

function merged(place: Place, current: string | null, { base, text, choices }: NoteSave): string {
  if (current === null) return text;
  if (base === null) throw new RappelError('exists', 'file.exists', { path: place.shown });
  const [now, began] = [versionOf(current), versionOf(base)];
  if (now === began) return text;
  if (versionOf(text) === began) return current;
  const choiceOf = (id: string) => choices[id] ?? choices.all;
  const { text: result, conflicts } = mergeTexts(base, current, text, {
    choose: ({ id }) => (choiceOf(id) === 'take' ? 'theirs' : 'ours'),
  });
  const units = conflicts.filter(({ id }) => choiceOf(id) === undefined);
  if (units.length === 0) return result;
  throw new RappelError('stale', 'file.conflict', {
    path: place.shown,
    data: { obstacles: [{ path: place.shown, reason: 'changed_units', units }] },
  });
}
