import type { NamedDay } from './day-in.js';

/**
 * A title without the words of its day, which the date beside it says, unless they name further days or belong to a clause of their
 * own.
 */
export function withoutDay(title: string, { start, end, isOneOfSeveral }: NamedDay): string {
  if (isOneOfSeveral || CLAUSE.test(title.slice(0, start))) return title;
  const after = title.slice(end).replace(/^[\s:;–—-]+|^\s*\)/, '');
  const lead = title
    .slice(0, start)
    .replace(/[\s,:;(–—-]+$/, '')
    .replace(LINK, '');
  const before = TIME.test(after) ? lead.replace(MOVE, '') : lead;
  const clean = `${before}${/^,|^$/.test(after) || before === '' ? '' : ' '}${after}`.replace(DANGLING, '');
  return /\p{L}{2}/u.test(clean) ? clean : title;
}

/** What leads to the day, wherever it stands: `moved to 3 December at 10`, `le rendez-vous de samedi`. */
const LINK = /\s(?:(?:to|for|by|on|of|pour|à|de)(?:\s(?:the|le))?|d['’])$/iu;

/** What says that it was moved would read as if its time was: `est avancée (au 24 novembre) à 14h`. */
const MOVE =
  /\s(?:(?:is|are|was|has been|est|sont|sera|a été)\s)?(?:moved|postponed|rescheduled|pushed(?: back)?|brought forward|(?:report|repouss|décal|avanc|déplac)ée?s?)$/iu;
const TIME = /^(?:at|à)\s+\d/iu;

/** At the end, also the words before that: `is`, `before the`, `has been moved to`, `est repoussée au`. */
const DANGLING =
  /^[\s,]+|(?:[\s,:;]|\s(?:is|are|will be|has been|est|sont|sera|a été|to|à|au|le|on|the|pour|for|by|before|avant|au plus tard|at the latest|now|maintenant|désormais|finalement|passe|new (?:date|deadline)|nouvelle (?:date|échéance)|moved|slips|slipped|postponed|pushed(?: back)?|delayed|rescheduled|brought forward|(?:report|repouss|décal|avanc|déplac)ée?s?))+$/giu;

/** `tell Marie that the meeting is`, `demander si Paul vient`, up to the day; `fix that bug` and `si possible` are none. */
const CLAUSE =
  /\s(?:that\s+(?:the|an?|my|our|his|her|their|your|its|this|these|those|no|all|I|we|he|she|they|you|it|there|\p{Lu})(?!\p{L}\p{Lu})|(?:whether|why|when|because|que|pourquoi|quand|parce que)\s|(?:if|si)\s(?!possible|needed|necessary|besoin|nécessaire)|(?:parce )?qu['’])[^,;:]*$/u;
