import type { Drawing } from './drawing.js';
import type { Said } from './said.js';
import { isReaction } from './talk.js';

/**
 * What is drawn from the sentences of a turn. Sentences of one line belong together: a reason stays with its decision, and
 * a short answer with the sentence before it, without which it can't be understood.
 */
export function joinNeighbours(said: readonly Said[], draw: (said: Said) => Drawing | null): Drawing[] {
  const drawings: Drawing[] = [];
  for (const [at, one] of said.entries()) {
    const drawn = draw(one);
    if (drawn === null) continue;
    const previous = said[at - 1];
    const last = drawings.at(-1);
    const isBeside = previous?.line === one.line;
    const joined = isBeside && last?.lines.includes(one.line) === true ? join(last, drawn) : null;
    if (joined !== null) drawings[drawings.length - 1] = joined;
    else if (isBeside && isShort(one) && !isReaction(previous.folded) && drawn.lines.length === 1)
      drawings.push({ ...drawn, text: `${previous.text} ${drawn.text}` });
    else drawings.push(drawn);
  }
  return drawings;
}

/** Two drawings of one line as one; null where both say something of their own. */
function join(first: Drawing, second: Drawing): Drawing | null {
  const isReason = ({ kind, isCertain }: Drawing) => !isCertain && (kind === 'fact' || kind === 'decision');
  if (first.kind !== second.kind && !isReason(first) && !isReason(second)) return null;
  const lead = isReason(first) && !(isReason(second) && first.kind === 'decision') ? second : first;
  return {
    kind: lead.kind,
    text: `${first.text} ${second.text}`,
    lines: [...new Set([...first.lines, ...second.lines])].sort((a, b) => a - b),
    isCertain: first.isCertain || second.isCertain,
  };
}

function isShort({ folded }: Said): boolean {
  return (folded.match(/[\p{L}\d]+/gu) ?? []).length <= FEW_WORDS;
}

const FEW_WORDS = 4;
