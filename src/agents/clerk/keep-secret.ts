import { RappelError } from '../../shared/errors.js';
import { unmasked } from '../../shared/secrets.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import type { HeldText, UpdateRun } from '../update.js';
import { fileRaw } from './entries.js';
import type { Material } from './filing.js';
import { targetOf } from './offers.js';
import { listProjects } from './projects.js';
import type { Reply } from './reply.js';

interface Kept {
  /** The id under which it is held; null for a question that has it itself. */
  id: string | null;
  material: Material;
  /** The project that the answer names. */
  project: string | null;
}

/** Files a secret that the owner keeps: whole, as raw material, in its project; of an import, back into its files. */
export function keepSecret({ context, held: read }: UpdateRun, kept: Kept, language: Language): string {
  const { id, material, project } = kept;
  const held = id === null ? { ...material, project: null, files: [] } : (read?.(id) ?? null);
  if (held === null) throw new RappelError('not_found', 'secret.elsewhere');
  if (held.files.length > 0) return PUT_BACK[language](putBack(context.vault, held.files));
  const chosen = project ?? held.project;
  const named = (name: string) => (chosen === null ? held.text.includes(name) : name === chosen);
  const place = listProjects(context.vault).find(named) ?? null;
  const whole: Material = { text: held.text, images: [...held.images] };
  return fileRaw({ context, material: whole, project: place, language }).summary;
}

export function isDiscarded({ plain, place, chosen }: Reply): boolean {
  return (
    plain === 'no' ||
    place === 'discard' ||
    chosen.some(({ label }) => targetOf(label, [])?.kind === 'discard')
  );
}

/** Each file as it was given, where nobody has changed it since; else its secrets in place of their masks. Returns the paths. */
function putBack(vault: Vault, files: HeldText['files']): string[] {
  return files.flatMap(({ path, masked, text }) => {
    const place = vault.locate(path);
    if (place.kind !== 'file') return [];
    vault.save(place, (current) => unmasked(current ?? '', masked, text));
    return [place.shown];
  });
}

const PUT_BACK = {
  en: (paths: readonly string[]) => `Kept as it was given: ${paths.join(', ')}`,
  fr: (paths: readonly string[]) => `Gardé tel quel : ${paths.join(', ')}`,
} as const;
