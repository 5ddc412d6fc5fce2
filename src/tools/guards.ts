import { RappelError } from '../shared/errors.js';
import { countMasks, secretSpans } from '../shared/secrets.js';
import { stale } from '../vault/files.js';
import { hasImageName, ROOT_FILES } from '../vault/kinds.js';
import { firstSegments, showPath } from '../vault/paths.js';
import { nameProblem, portableName } from '../vault/portable-names.js';
import { isRootEntry, type Place } from '../vault/resolve.js';
import type { Vault } from '../vault/vault.js';
import type { Session } from './session.js';

/** The location of a text that is about to be written; refuses `tree.md` and image names. */
export function writablePlace(vault: Vault, input: string): Place {
  const place = vault.resolve(input);
  refuseGenerated(vault, place);
  if (place.kind === 'folder' || (place.kind === 'missing' && input.endsWith('/'))) {
    const folder = showPath(place.path, 'folder');
    throw new RappelError('not_text', 'file.is_folder', { path: folder });
  }
  if (hasImageName(place.path)) {
    throw new RappelError('not_text', 'file.image_name', { path: place.shown });
  }
  requirePortable(vault, place);
  return place;
}

/** New names must work on every system; existing names may be used whatever they are. */
export function requirePortable(vault: Vault, { path, kind }: Place): void {
  if (kind !== 'missing') return;
  const names = path.split('/');
  for (let depth = names.length; depth > 0; depth--) {
    const folder = firstSegments(path, depth);
    if (depth < names.length && vault.locate(folder).kind !== 'missing') return;
    const problem = nameProblem(names[depth - 1]!);
    if (problem === null) continue;
    throw new RappelError('invalid_input', 'name.not_portable', {
      problem,
      example: portableName(names[depth - 1]!),
      path: showPath(folder),
    });
  }
}

/** Rappel generates `tree.md` from the files. */
export function refuseGenerated(vault: Vault, place: Place): void {
  if (!isRootEntry(vault.root, place, 'tree.md')) return;
  throw new RappelError('protected', 'file.generated', { path: place.shown });
}

/** The vault itself and the files every vault has can't be moved or deleted. */
export function refuseRoot(vault: Vault, place: Place, verb: 'moved' | 'deleted' | 'purged'): void {
  if (place.path !== '' && !ROOT_FILES.some((name) => isRootEntry(vault.root, place, name))) return;
  throw new RappelError('protected', place.path === '' ? `vault.not_${verb}` : `file.not_${verb}`, {
    path: place.shown,
  });
}

/** Refuses to replace a file that this session has not read, or that changed since. */
export function requireSeen(session: Session, place: Place, current: string): void {
  const seen = session.check(place.path, current);
  if (seen === 'current') return;
  if (seen === 'stale') throw stale(place.shown);
  throw new RappelError('not_read', 'file.not_read', { path: place.shown });
}

/**
 * Refuses to write a suspected secret that the file does not hold yet, and a mask in place of one: who writes it has read the file
 * masked, and would lose what it stands for. Returns the text to write.
 */
export function withoutNewSecrets({ shown }: Place, before: string | null, after: string): string {
  const { text, from, to } = changedPart(before ?? '', after);
  const isNew = secretSpans(text).some(
    ({ start, end }) => end > from && start < to && !before?.includes(text.slice(start, end)),
  );
  if (isNew) throw new RappelError('protected', 'secret.in_text', { path: shown });
  if (countMasks(after) > countMasks(before ?? ''))
    throw new RappelError('protected', 'secret.mask_in_text', { path: shown });
  return after;
}

/** What differs, with the lines around it, in which it may read otherwise. */
function changedPart(before: string, after: string): { text: string; from: number; to: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let rest = 0;
  while (rest < most - start && before.at(-1 - rest) === after.at(-1 - rest)) rest++;
  const end = after.length - rest;
  const first = Math.max(0, after.lastIndexOf('\n', Math.max(0, after.lastIndexOf('\n', start) - 1)));
  const line = after.indexOf('\n', end);
  const last = line === -1 ? after.length : Math.min(after.length, line + 1);
  return { text: after.slice(first, last), from: start - first, to: end - first };
}
