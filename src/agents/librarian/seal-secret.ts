import { findSecrets, maskSecrets } from '../../shared/secrets.js';
import type { Language } from '../../vault/starter.js';
import { languageOf } from '../language.js';
import type { UpdateOutcome, UpdateRun } from '../update.js';
import { openItem } from './ask.js';
import { labelOf } from './choices.js';
import { KEEP, pick } from './labels.js';

/**
 * Text with a key or a password waits in the inbox, hidden from search, until the user says what to do. Null for any
 * other text.
 */
export function sealSecret(run: UpdateRun, fallback: Language): UpdateOutcome | null {
  const { context, input } = run;
  if (input.inbox_ref !== null) return null;
  const found = findSecrets(input.text);
  if (found.length === 0) return null;
  const text = maskSecrets(input.text);
  const language = languageOf(text, fallback);
  const item = openItem(
    context.vault,
    {
      asks: 'secret',
      text,
      material: { text: input.text, images: input.images },
      isHidden: true,
      sections: [],
      choices: [pick(KEEP, language), labelOf({ kind: 'discard' }, language)],
    },
    language,
  );
  const kinds = [...new Set(found.map(({ what }) => what))].join(', ');
  return { state: 'needs_answer', summary: SEALED[language](kinds, `inbox/${item}`), inbox: item };
}

const SEALED = {
  en: (kinds: string, path: string) =>
    `Saved, but hidden from search: this text seems to contain a secret (${kinds}). Keep it or delete it by answering the question. To remove every trace: rappel purge ${path}`,
  fr: (kinds: string, path: string) =>
    `Enregistré, mais caché de la recherche : ce texte semble contenir un secret (${kinds}). Répondez à la question pour le garder ou le supprimer. Pour en effacer toute trace : rappel purge ${path}`,
} as const;
