import type { Language } from '../../../vault/starter.js';

const TAG =
  /^\s*(?:\[(?:d[ée]cision)\]|d[ée]cision(?:\s+(?:prise|made))?(?:\s+(?:for|pour|on|sur)\s+[^:]{2,40})?\s*:)\s*/iu;

const PATTERNS = [
  /\b(?:we|i|they|i've|we've|team|board)\s+(?:have\s+|has\s+|finally\s+|just\s+|all\s+)*(?:decided|agreed|settled|opted|resolved)\b/iu,
  /^(?:finally\s+)?(?:decided|agreed|settled)\b/iu,
  /\b(?:it (?:was|is|has been)|was|is|been)\s+(?:decided|agreed|settled)\b/iu,
  /:\s*(?:we\s+)?(?:decided|agreed|settled|going with)\b/iu,
  /\b(?:we|i)(?:'re| are|'m| am)\s+going with\b/iu,
  /^(?:finally\s+)?going with\b/iu,
  /\b(?:we|i)(?:'ll| will)\s+(?:go with|not\s+(?:support|use|do|build|ship|offer|have)|stick (?:with|to)|keep|drop|no longer)\b/iu,
  /\b(?:we|i)\s+(?:won't|will not)\s+(?:support|use|do|build|ship|offer)\b/iu,
  /\blet'?s\s+(?:use|go with|keep|drop|stick (?:with|to)|not)\b/iu,
  /\bwe\s+(?:chose|picked|dropped|rejected|ruled out)\b/iu,
  /\b(?:we|i)\s+(?:drop|keep|switch to|move to|stay with)\s/iu,
  /\bthe decision (?:is|was)\b/iu,
  /\b(?:on|nous|ils|elles|j'|je|équipe|il|elle)\s*(?:a|avons|ont|ai)\s+(?:finalement\s+|enfin\s+|donc\s+)?(?:d[ée]cid[ée]|choisi de|convenu|retenu|opt[ée] pour|tranch[ée]|acté)(?!\p{L})/iu,
  /\p{L}\s+a\s+(?:d[ée]cid[ée]|tranch[ée]|choisi de|retenu)(?!\p{L})/iu,
  /^(?:c'est d[ée]cid[ée]|d[ée]cid[ée](?!\p{L})|il est d[ée]cid[ée]|c'est acté)(?!\p{L})/iu,
  /\bon\s+(?:abandonne|garde|part sur|passe (?:à|en)(?!\p{L})|renonce à|conserve|retient|arrête|ne fait (?:plus|pas)|reste sur)(?!\p{L})/iu,
  /\bd'accord avec \p{L}+ (?:pour|sur)\b/iu,
];

/** True where a text states what was decided. */
export function isDecision(text: string): boolean {
  const even = text.replaceAll('’', "'");
  const stated = even.replace(LABEL, '');
  return isTagged(even) || PATTERNS.some((form) => form.test(even) || form.test(stated));
}

/** What a text is about, before what it says: `Tidewater, agreed with Priya: …`. */
const LABEL = /^\p{Lu}[^.,:;!?\n]{1,40}\s?[,:]\s+/u;

/** True where it says so itself: `Decision: …`, `[décision] …`. */
export function isTagged(text: string): boolean {
  return TAG.test(text);
}

/** The title of a decision's entry, with its tag in the language of the text. */
export function decisionTitle(title: string, language: Language): string {
  return `${language === 'fr' ? '[décision]' : '[decision]'} ${title.replace(TAG, '')}`;
}

/** A text without the words that only mark it as a decision. */
export function withoutTag(text: string): string {
  return text.replace(TAG, '');
}
