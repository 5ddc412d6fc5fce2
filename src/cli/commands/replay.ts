import type { ComparedPassage, EntryNote } from '../../service/receipts/compare-passages.js';
import type { Replay } from '../../service/receipts/replay.js';
import type { Say } from '../../words/say.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim, paint } from '../paint.js';
import { minute } from '../show-receipt.js';

export const replay: Command = {
  summary: 'Ask again as an answer was asked, and show which passages changed.',
  usage: 'ANSWER|last',
  arguments: { least: 1, most: 1 },
  examples: ['rappel replay last', 'rappel replay 3f9a0c21be --json'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const [id = ''] = invocation.arguments;
    const found = await withMemory(invocation, ({ answers }) => answers.replay(id));
    invocation.report({ ok: found.same, ...found }, () => {
      terminal.out(`${bold(found.asked.question)}  ${dim(minute(found.time))}`);
      terminal.out(verdict(found, say));
      for (const passage of found.passages) {
        terminal.out(passageLine(passage, say));
        if (passage.diff !== undefined) terminal.out(paint(passage.diff, terminal));
        for (const entry of passage.entries) terminal.out(`  ${dim(entryLine(entry, say))}`);
      }
      for (const { name, was, now } of found.made_by) terminal.out(dim(say`${name}: was ${was}, now ${now}`));
    });
    if (!found.same) terminal.fail(1);
  },
};

function verdict({ same, entries, passages }: Replay, say: Say): string {
  if (passages.length === 0) return say`Same: still no passage answers.`;
  if (same) return say`Same: the same passages in the same order (${entries} entries since).`;
  return say`Changed (${entries} entries since):`;
}

function passageLine(passage: ComparedPassage, say: Say): string {
  const { ref, ref_now, rank, rank_now } = passage;
  const order =
    rank !== null && rank_now !== null && rank !== rank_now ? `, ${say`now number ${rank_now}`}` : '';
  const place = bold(ref ?? ref_now ?? '');
  return `${place}  ${changeOf(passage, say)}${order}`;
}

function changeOf({ status, ref_now, lines, places }: ComparedPassage, say: Say): string {
  const now = (ref_now ?? '').replace(/@\w+$/, '');
  if (status === 'same') return say`same`;
  if (status === 'new') return say`new`;
  if (status === 'moved') return say`moved to ${now}`;
  if (status === 'changed')
    return lines === 'unchanged' ? say`same text, shown as ${now}` : say`changed, now ${now}`;
  if (lines === 'deleted') return say`gone: the lines were deleted`;
  if (places.length === 0) return say`gone`;
  return say`gone: the lines are at ${places.map((place) => `${place.path}:${place.lines}`).join(', ')} and no longer shown`;
}

/** The words of an update are those of a note, in its own language. */
export function entryLine({ id, time, source, reason }: EntryNote, say: Say): string {
  const [first = ''] = reason.split('\n');
  return `${id}, ${time.slice(0, 10)}, ${source === 'update' ? first : say(first)}`;
}
