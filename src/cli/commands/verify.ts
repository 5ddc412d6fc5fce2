import { verifyRequest } from '../../memory/verify-request.js';
import type { RangeVerification, Verification } from '../../service/citations/verification.js';
import { parseInput } from '../../tools/parse-input.js';
import type { Say } from '../../words/say.js';
import { type Command, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim, paint } from '../paint.js';

export const verify: Command = {
  summary: 'Check whether cited lines still say the same, and where they are now.',
  usage: 'REF... | -',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  examples: [
    'rappel verify vault/tasks.md:9-14@3f9a2c',
    'rappel search "deadlines" --json | jq -r ".files[].ref" | rappel verify -',
  ],
  async run(invocation) {
    const { terminal } = invocation;
    const given = invocation.arguments;
    const read = given.includes('-') ? (await terminal.input()).split(/\r?\n/) : [];
    const refs = given.flatMap((ref) => (ref === '-' ? read : [ref])).filter((ref) => ref.trim() !== '');
    if (refs.length === 0) throw new UsageError('verify needs at least one reference');
    const asked = parseInput('verify', verifyRequest, { refs });
    const results = await withMemory(invocation, (memory) => memory.verify(asked.refs));
    const holds = results.every((result) => result.holds);
    const { say } = terminal;
    invocation.report({ ok: holds, results }, () => {
      for (const result of results) {
        terminal.out(`${bold(result.ref)}  ${sentence(result, say)}`);
        for (const { diff } of result.ranges) if (diff !== undefined) terminal.out(paint(diff, terminal));
      }
    });
    if (!holds) terminal.fail(1);
  },
};

/** What became of all ranges of a reference, in one line. */
function sentence({ ranges }: Verification, say: Say): string {
  if (ranges.length === 1) return outcome(ranges[0]!, say);
  return ranges.map((range) => `${range.lines}: ${outcome(range, say)}`).join('; ');
}

function outcome({ status, now, entry }: RangeVerification, say: Say): string {
  const places = now.map(({ path, lines }) => `${path}:${lines}`).join(', ');
  const by = entry && dim(` (${entry.id}, ${entry.time.slice(0, 10)}, ${wordsOf(entry, say)})`);
  if (status === 'unchanged') return say`unchanged`;
  if (status === 'moved') return say`moved to ${places}`;
  if (status === 'changed') return `${say`changed, now ${places}`}${by ?? ''}`;
  if (status === 'deleted')
    return by === undefined ? say`deleted since the last entry` : `${say`deleted`}${by}`;
  return say`can't be told: the history has no version with these lines`;
}

/** The words of an update are those of a note, in its own language. */
function wordsOf({ source, reason }: NonNullable<RangeVerification['entry']>, say: Say): string {
  const [first = ''] = reason.split('\n');
  return source === 'update' ? first : say(first);
}
