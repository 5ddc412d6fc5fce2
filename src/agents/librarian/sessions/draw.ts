import { foldEvenly } from '../../../search/text/fold.js';
import { wordsOf } from '../../../search/text/words.js';
import { isQuestion } from '../kinds/question.js';
import { decisionIn } from './decision.js';
import type { Drawing, DrawnKind, SessionTurn } from './drawing.js';
import { factIn } from './fact.js';
import { fixIn, namesError } from './fix.js';
import { joinNeighbours } from './join-neighbours.js';
import { preferenceIn } from './preference.js';
import { answersOffer, isTaken, offerIn, optionIn } from './proposals.js';
import { type Said, saidIn } from './said.js';
import { isInverted, isJudgement, isOpen, isReaction, isRequest, isStatus } from './talk.js';
import { taskIn } from './task.js';

/** A sentence of the user, and what came before it. */
interface Moment {
  said: Said;
  /** The turn of the assistant before it. */
  offered: SessionTurn | null;
  /** That turn, and the user's own before it: what was on the table. */
  asked: string;
  /** True in the user's first turn, where it says what the session is for. */
  isFirst: boolean;
  hadError: boolean;
}

/** Decisions, tasks, facts, preferences and fixes that the user stated or accepted in a session, in its order. */
export function drawFrom(turns: readonly SessionTurn[]): Drawing[] {
  const drawings: Drawing[] = [];
  let lastError = -Infinity;
  for (const [index, turn] of turns.entries()) {
    if (namesError(foldEvenly(turn.text))) lastError = index;
    if (turn.role === 'assistant') continue;
    const before = turns.slice(0, index);
    const offered = before.at(-1)?.role === 'assistant' ? before.at(-1)! : null;
    const own = before.findLast(({ role }) => role === 'user');
    const said = saidIn(turn);
    const around = {
      offered,
      asked: `${own?.text ?? ''}\n${offered?.text ?? ''}`,
      isFirst: own === undefined && !isStatement(said),
      hadError: index - lastError <= MOST_TURNS_SINCE,
    };
    drawings.push(...joinNeighbours(said, (one) => drawingOf({ said: one, ...around })));
  }
  return drawings;
}

/**
 * The first turn of a session mostly says what is wanted of it, a task too: `I need to write to the landlord`. One that settles
 * something, or names what it is, and asks for nothing, is a statement.
 */
function isStatement(said: readonly Said[]): boolean {
  const states = ({ folded }: Said) => decisionIn(folded) === 'certain' || NAMED_TASK.test(folded);
  return said.some(states) && !said.some(asksFor);
}

const NAMED_TASK = /^(?:to-?do|a faire|tache|task)\s?:/u;

/** It asks, or tells of a problem. */
function asksFor({ folded, text, isQuestion: isMarked }: Said): boolean {
  const isAsked = isMarked || isQuestion(text) || isInverted(folded) || isRequest(folded);
  return isAsked || isStatus(folded) || namesError(folded);
}

/** How long ago an error may be that a fix speaks of. */
const MOST_TURNS_SINCE = 8;

function drawingOf(moment: Moment): Drawing | null {
  const { said, offered } = moment;
  const { folded, text, line } = said;
  if (offered !== null && isTaken(folded)) {
    const offer = offerIn(offered);
    return offer === null
      ? null
      : { kind: 'decision', text: offer.text, lines: [offer.line, line], isCertain: false };
  }
  if (isReaction(folded) || said.isQuestion) return null;
  const option = offered === null || isOpen(folded) ? null : optionIn(folded, offered);
  if (option !== null)
    return {
      kind: 'decision',
      text: `${text} (${option.text})`,
      lines: [option.line, line],
      isCertain: true,
    };
  const found = certainIn(moment) ?? possibleIn(moment);
  return found === null ? null : { ...found, text, lines: [line] };
}

type Found = Pick<Drawing, 'kind' | 'isCertain'>;

/** What a sentence says beyond doubt. In the turn that says what a session is for, nothing is certain. */
function certainIn({ said: { folded, text }, isFirst, hadError }: Moment): Found | null {
  if (isFirst || isOpen(folded)) return null;
  const is = (kind: DrawnKind): Found => ({ kind, isCertain: true });
  if (preferenceIn(folded) === 'certain') return is('preference');
  if (fixIn(folded, hadError) === 'certain') return is('fix');
  if (isStatus(folded) || isInverted(folded) || isQuestion(text)) return null;
  if (taskIn(folded) === 'certain') return is('task');
  if (decisionIn(folded) === 'certain') return is('decision');
  return factIn(text, folded, isFirst) === 'certain' && !namesError(folded) ? is('fact') : null;
}

/** What it may say; the user is asked. */
function possibleIn({ said: { folded, text }, asked, isFirst, hadError }: Moment): Found | null {
  const is = (kind: DrawnKind): Found => ({ kind, isCertain: false });
  if (preferenceIn(folded) !== null) return is('preference');
  if (fixIn(folded, hadError) !== null) return is('fix');
  if (isStatus(folded) || isInverted(folded) || isQuestion(text)) return null;
  if (isFirst) return factIn(text, folded, isFirst) === null ? null : is('fact');
  if (taskIn(folded) !== null) return is('task');
  if (isOpen(folded)) return null;
  if (answersOffer(folded, asked, telling) || decisionIn(folded) !== null) return is('decision');
  if (isRequest(folded) || isJudgement(folded) || namesError(folded)) return null;
  return factIn(text, folded, isFirst) === null ? null : is('fact');
}

function telling(text: string): string[] {
  return wordsOf(text).flatMap(({ folded, stops }) =>
    stops.fr || stops.en || folded.length < 2 ? [] : [folded],
  );
}
