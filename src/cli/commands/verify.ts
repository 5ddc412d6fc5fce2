import type { Verification } from '../../service/citations/verify.js';
import type { Say } from '../../words/say.js';
import { type Command, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';

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
    if (refs.length === 0) throw new UsageError('usage.verify');
    const { results } = await withMemory(invocation, ({ run }) => run('verify', { refs }));
    const holds = results.every((result) => result.holds);
    const { say } = terminal;
    invocation.report({ ok: holds, results }, () => {
      for (const result of results) {
        terminal.out(`${bold(result.ref)}  ${outcome(result, say)}`);
        for (const line of result.text?.split('\n') ?? []) terminal.out(`  ${dim(line)}`);
      }
    });
    if (!holds) terminal.fail(1);
  },
};

function outcome({ status, now }: Verification, say: Say): string {
  const place = now === null ? '' : `${now.path}:${now.lines}`;
  if (status === 'unchanged') return say`unchanged`;
  if (status === 'moved') return say`moved to ${place}`;
  return status === 'changed' ? say`changed, now at ${place}:` : say`gone`;
}
