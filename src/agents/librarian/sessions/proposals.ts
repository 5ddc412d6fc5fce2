import type { SessionTurn } from './drawing.js';
import { type Said, saidIn } from './said.js';

/** The user takes what was proposed. Folded. */
const TAKEN =
  /^(?:(?:oui|yes|yeah|yep|ok|okay|super|parfait|d'accord|sure|allez|great|bonne idee|good idea|excellent|j'adore|love it|perfect|oh|wow|huh),? ?)*(?:vas[- ]?y|go|go (?:for it|ahead)|do (?:it|that|this)|let'?s do (?:it|that|this)|fais(?:[- ](?:ca|le))?|on (?:fait|part|y va|prend|garde)(?: (?:ca|la[- ]dessus|comme ca))?|on part (?:la[- ]dessus|sur ca)|banco|adjuge|vendu|sold|deal|oui|yes|yep|yeah|ca me va|works for me|sounds good|je (?:la |le |les )?(?:garde|prends)(?: telle? quelle?)?(?: celle-la| celui-la)?|(?:i'?m |i'?ll )?(?:taking|take|stealing|keep(?:ing)?) (?:it|that|this)|keep that|yes keep that|your version is better.*|that'?s (?:it|the one)|c'est (?:ca|parfait)|fais|please do|yes please|je veux bien|volontiers)[\s!.,)]*$/u;
/** A sentence of the assistant that offers something. Folded. */
const OFFER =
  /\b(?:i (?:suggest|propose|recommend|could|would|can|'d)|i'?d (?:suggest|recommend|go)|you (?:could|might|may)|we could|how about|consider|would be|better|the (?:simplest|best)|je (?:propose|suggere|recommande|conseille|pencherais|peux|pourrais)|on (?:pourrait|peut)|vous pou(?:vez|rriez)|tu (?:peux|pourrais)|alors (?:je|on)|il faut|mieux|idee)\b/u;
/** What the assistant asks before it does it. */
const QUESTION =
  /^(?:shall|should|do you want|would you like|want me|voulez-vous|souhaitez-vous|veux-tu|puis-je|dois-je|je (?:continue|laisse))\b/u;

export const isTaken = (folded: string) => TAKEN.test(folded);

/** What an assistant's turn offers: words that it wrote for the user, else its last sentence that offers something. */
export function offerIn(turn: SessionTurn): Said | null {
  const quoted = turn.text.split('\n').findLastIndex((line) => /^\s*["«“].*["»”.]\s*$/.test(line));
  if (quoted !== -1) {
    const text = turn.text.split('\n')[quoted]!.trim();
    return { text, folded: text, line: turn.line + quoted, isQuestion: false };
  }
  return (
    saidIn(turn).findLast(
      ({ folded, isQuestion }) => OFFER.test(folded) && !isQuestion && !QUESTION.test(folded),
    ) ?? null
  );
}

/** An option that the user names by its number: `la 1`, `option 2`, `let's go with 1`. */
export function optionIn(folded: string, turn: SessionTurn): Said | null {
  const number = OPTION.exec(folded)?.[1];
  if (number === undefined) return null;
  const item = turn.text.split('\n').findIndex((line) => new RegExp(`^\\s*${number}[.)] `).test(line));
  if (item === -1) return null;
  const text = turn.text
    .split('\n')
    [item]!.replace(/^\s*\d+[.)] /, '')
    .replace(/[;.]$/, '');
  return { text, folded: text, line: turn.line + item, isQuestion: false };
}

const OPTION =
  /(?:\b(?:prends|take|go (?:with|for)|pick|choose|choisis|pars sur|part sur|option|number|numero|la|the)\s+(?:la |le |the |option |number )?|^)#?(\d)(?=$|[,.!;]| (?:please|pls|stp|alors|then|it is|sounds? good|c'est))/u;

/** True where the user names one of the things that were set beside each other, or answers in a few words what was asked. */
export function answersOffer(folded: string, asked: string, telling: (text: string) => string[]): boolean {
  const words = telling(folded);
  if (words.length === 0 || words.length > MOST_NAMED) return false;
  const offered = new Set(telling(asked));
  const named = words.filter((word) => offered.has(word)).length;
  if (ALTERNATIVES.test(asked) || OFFER.test(asked))
    return named * 2 > words.length || (named > 0 && isAsked(asked));
  return named > 0 && isAsked(asked);
}

const MOST_NAMED = 5;
const ALTERNATIVES =
  /\b(?:or|ou|versus|vs|alternatives?|options?|either|soit)\b|^\s*(?:[-*]|\d[.)]) |["«“]/imu;

function isAsked(text: string): boolean {
  return /\?\s*$/.test(text);
}
