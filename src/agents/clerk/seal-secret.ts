import { findSecrets, maskSecrets, upToMask } from '../../shared/secrets.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import type { Language } from '../../words/language.js';
import { languageOf } from '../language.js';
import type { UpdateOutcome, UpdateRun } from '../update.js';
import { readInboxMaterial } from './inbox-material.js';
import { openItem } from './offers.js';

/**
 * A text with a suspected secret is held elsewhere; its question has it masked, and no search finds it until the owner
 * decides. Null for any other text.
 */
export function sealSecret(
  { id, context, input, held }: UpdateRun,
  fallback: Language,
): UpdateOutcome | null {
  if (input.held !== true) return null;
  const given = held?.(id) ?? null;
  const language = languageOf(input.text, fallback);
  const item = openItem(
    context.vault,
    {
      asks: 'secret',
      text: upToMask(maskSecrets(input.text)),
      held: id,
      material: { text: '', images: [] },
      sections: [],
      actions: [{ do: 'keep' }, { do: 'place', at: { kind: 'discard' } }],
    },
    language,
  );
  const kinds = [...new Set(findSecrets(given?.text ?? '').map(({ what }) => WHAT[language][what]))].join(
    ', ',
  );
  return { state: 'needs_answer', summary: SEALED[language](kinds), inbox: item };
}

/** Whether this answers such a question. */
export function asksAboutSecret({ context, input }: UpdateRun): boolean {
  if (input.inbox_ref === null) return false;
  const { review } = readInboxMaterial(context.vault, input.inbox_ref);
  return fieldOf(splitFrontmatter(review).yaml, 'asks') === 'secret';
}

const WHAT = {
  en: {
    password: 'a password',
    code: 'a code',
    key: 'a key',
    'private key': 'a private key',
    'card number': 'a card number',
    IBAN: 'an IBAN',
    'social security number': 'a social security number',
  },
  fr: {
    password: 'un mot de passe',
    code: 'un code',
    key: 'une clé',
    'private key': 'une clé privée',
    'card number': 'un numéro de carte',
    IBAN: 'un IBAN',
    'social security number': 'un numéro de sécurité sociale',
  },
} as const;

const SEALED = {
  en: (kinds: string) =>
    `Set aside, nowhere else: this seems to contain ${kinds || 'a secret'}. Keep it or delete it by answering the question.`,
  fr: (kinds: string) =>
    `Mis à part, et nulle part ailleurs : ceci semble contenir ${kinds || 'un secret'}. Répondez à la question pour le garder ou le supprimer.`,
} as const;
