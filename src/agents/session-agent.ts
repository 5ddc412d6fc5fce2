import { wordsOf } from '../search/text/words.js';
import { NO_USAGE, type Usage } from './answer.js';
import type { Draw, Drawing, SessionTurn } from './clerk/session.js';
import { DRAWN_KINDS, type DrawnKind } from './clerk/talk-of.js';
import { runLoop } from './loop.js';
import type { AgentModel } from './search-agent.js';
import { prompt } from './start-context.js';

/** Of a turn of the assistant the beginning tells what it proposed. */
const MOST_OF_ASSISTANT = 1_500;
/** A longer session is drawn from in parts. */
const MOST_OF_PART = 40_000;

/** Draws from a session with a model; what it says is kept only if the named lines say it. */
export function createModelDraw(agent: AgentModel): Draw {
  return async (turns, { from }, { context, onEvent, signal }) => {
    const first = turns.findIndex((_, index) => (turns[index + 1]?.line ?? Infinity) > from);
    const drawings: Drawing[] = [];
    let usage: Usage = { ...NO_USAGE, model: agent.settings.model };
    for (const part of partsOf(turns.slice(Math.max(0, first - 1)))) {
      const { text, usage: used } = await runLoop({
        ...agent,
        system: { stable: prompt('session'), changing: '' },
        prompt: agent.asData('session', part.map(shown).join('\n\n')),
        tools: [],
        context,
        lastStep: { request: 'This is your last step: give the lines now.', withTools: false },
        onEvent,
        signal,
      });
      drawings.push(...drawingsIn(text, part));
      usage = sumOf(usage, used);
    }
    return { drawings, usage };
  };
}

function shown({ role, text, line }: SessionTurn): string {
  const seen = role === 'user' ? text : text.slice(0, MOST_OF_ASSISTANT);
  const lines = seen.split('\n').map((each, index) => `${line + index} | ${each}`);
  return [`${role}:`, ...lines].join('\n');
}

function partsOf(turns: readonly SessionTurn[]): SessionTurn[][] {
  const parts: SessionTurn[][] = [];
  let room = 0;
  for (const turn of turns) {
    const size = turn.role === 'user' ? turn.text.length : Math.min(turn.text.length, MOST_OF_ASSISTANT);
    const last = parts.at(-1);
    if (last === undefined || size > room) {
      // The turn before it: what the user answers.
      parts.push(last === undefined ? [turn] : [last.at(-1)!, turn]);
      room = MOST_OF_PART - size;
    } else {
      last.push(turn);
      room -= size;
    }
  }
  return parts;
}

const LINE = new RegExp(
  `^[-*\`\\s]*(certain|suggest)\\s+(${DRAWN_KINDS.join('|')})\\s+(\\d+(?:\\s*,\\s*\\d+)*)\\s*:\\s*(.+?)[\`\\s]*$`,
  'i',
);

/** The drawings of a reply. One whose words its lines do not have was invented, and is left out. */
function drawingsIn(reply: string, turns: readonly SessionTurn[]): Drawing[] {
  return reply.split('\n').flatMap((line) => {
    const [, certainty, kind, numbers, text] = LINE.exec(line) ?? [];
    if (text === undefined) return [];
    const lines = [...new Set(numbers!.split(',').map(Number))].sort((a, b) => a - b);
    const isOfUser = lines.some((number) => roleAt(turns, number) === 'user');
    const source = lines.map((number) => lineAt(turns, number)).join('\n');
    if (!isOfUser || !isSaid(text, source)) return [];
    const isCertain = certainty!.toLowerCase() === 'certain';
    return [{ kind: kind!.toLowerCase() as DrawnKind, text, lines, isCertain }];
  });
}

function turnAt(turns: readonly SessionTurn[], line: number): SessionTurn | undefined {
  return turns.findLast((turn) => turn.line <= line);
}

function roleAt(turns: readonly SessionTurn[], line: number): SessionTurn['role'] | null {
  return lineAt(turns, line) === '' ? null : (turnAt(turns, line)?.role ?? null);
}

function lineAt(turns: readonly SessionTurn[], line: number): string {
  const turn = turnAt(turns, line);
  return turn?.text.split('\n')[line - turn.line] ?? '';
}

/** At least half of its telling words. */
function isSaid(text: string, source: string): boolean {
  const words = telling(text);
  const there = new Set(telling(source));
  return words.length > 0 && words.filter((word) => there.has(word)).length * 2 >= words.length;
}

function telling(text: string): string[] {
  return wordsOf(text).flatMap(({ folded, stops }) => (stops.fr || stops.en ? [] : [folded]));
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    ...a,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    steps: a.steps + b.steps,
    cost: b.cost === null ? a.cost : (a.cost ?? 0) + b.cost,
  };
}
