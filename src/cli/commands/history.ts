import type { HistoryEntry } from '../../service/history/history.js';
import { openHistory } from '../../service/history/open-history.js';
import { showPath } from '../../vault/paths.js';
import { type Command, UsageError } from '../command.js';
import { dim } from '../paint.js';
import { openVault } from '../run-tools.js';

export const history: Command = {
  name: 'history',
  summary: 'List what changed, newest first.',
  usage: '[PATH]',
  arguments: { least: 0, most: 1 },
  options: { limit: { value: 'N', summary: 'how many entries (default 20)' } },
  examples: ['rappel history', 'rappel history projects/startup-x/state.md'],
  completes: 'paths',
  async run(invocation) {
    const { vault } = openVault(invocation);
    const limit = invocation.number('limit') ?? 20;
    if (limit < 1) throw new UsageError(`--limit: got ${limit}, expected a positive number`);
    const [input] = invocation.arguments;
    const path = input === undefined ? undefined : vault.resolve(input).path;
    const entries = await (await openHistory(vault)).list({ limit, ...(path !== undefined && { path }) });
    const { terminal } = invocation;
    if (invocation.flag('json')) {
      terminal.out(JSON.stringify({ ok: true, entries }));
      return;
    }
    terminal.out(
      entries.map((entry) => line(entry, terminal.colour)).join('\n') || 'Nothing has been recorded yet.',
    );
  },
};

function line({ id, time, source, reason, files }: HistoryEntry, colour: boolean): string {
  const first = files[0] === undefined ? '' : showPath(files[0].path);
  const touched = files.length === 1 ? first : `${files.length} files`;
  const start = `${id}  ${time.replace('T', ' ').slice(0, 16)}  ${source.padEnd(7)}`;
  const subject = reason.split('\n')[0]!;
  return `${colour ? dim(start) : start}  ${subject}${subject.includes(first) ? '' : `  (${touched})`}`;
}
