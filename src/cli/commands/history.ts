import type { ListedEntry } from '../../operations/history.js';
import type { History, TrimReport } from '../../service/history/history.js';
import { openHistory } from '../../service/history/open-history.js';
import { RappelError } from '../../shared/errors.js';
import { showPath } from '../../vault/paths.js';
import type { Say } from '../../words/say.js';
import type { Command, Invocation } from '../command.js';
import { withMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';
import { dim } from '../paint.js';

export const history: Command = {
  summary: 'List what changed, newest first.',
  usage: '[PATH]',
  arguments: { least: 0, most: 1 },
  options: {
    limit: { value: 'N', summary: 'how many entries (default 20)', least: 1 },
    trim: { value: true, summary: 'drop the oldest entries down to the size limit, recent ones too' },
    yes: { value: true, summary: 'confirm --trim: this cannot be undone' },
  },
  examples: ['rappel history', 'rappel history projects/startup-x/state.md', 'rappel history --trim'],
  completes: 'paths',
  async run(invocation) {
    if (invocation.flag('trim')) {
      await trim(invocation, await openHistory(openVault(invocation)));
      return;
    }
    const limit = invocation.number('limit') ?? 20;
    const [path] = invocation.arguments;
    const { entries } = await withMemory(invocation, ({ run }) => run('history/list', { limit, path }));
    const { terminal } = invocation;
    const { say } = terminal;
    invocation.report({ entries }, () =>
      terminal.out(
        lines(entries, say).join('\n') ||
          (path === undefined ? say`Nothing has been recorded yet.` : say`${path} has no history.`),
      ),
    );
  },
};

/** Drops entries of the last 90 days too, which only the user may decide. */
async function trim(invocation: Invocation, recorded: History): Promise<void> {
  const request = { mostBytes: invocation.settings().historyLimitBytes, recentToo: true };
  const planned = await recorded.trim({ ...request, dryRun: true });
  if (planned.dropped > 0 && !invocation.flag('yes')) {
    throw new RappelError('invalid_input', 'history.trim_all', {
      count: planned.dropped,
      until: untilOf(planned),
    });
  }
  const report = planned.dropped === 0 ? planned : await recorded.trim(request);
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report(report, () =>
    terminal.out(
      report.dropped === 0
        ? say`Nothing to drop: the history is within its limit.`
        : say`Dropped ${report.dropped} entries, up to ${untilOf(report)}.`,
    ),
  );
}

function untilOf({ until }: TrimReport): string {
  return until!.replace('T', ' ').slice(0, 16);
}

function lines(entries: readonly ListedEntry[], say: Say): string[] {
  const width = Math.max(...entries.map(({ source }) => say(source).length), 7);
  return entries.map((entry) => line(entry, width, say));
}

function line(entry: ListedEntry, width: number, say: Say): string {
  const { id, time, source, reason, files, undone_by, machine, author } = entry;
  const path = files[0] === undefined ? '' : showPath(files[0].path);
  const touched = files.length === 1 ? path : say`${files.length} files`;
  const start = `${id}  ${time.replace('T', ' ').slice(0, 16)}  ${say(source).padEnd(width)}`;
  const [first = ''] = reason.split('\n');
  // Of a note, in its own language.
  const subject = source === 'update' ? first : say(first);
  const undone = undone_by === null ? '' : dim(`  ${say`undone`}`);
  const by = author ?? machine;
  const from = by === undefined ? '' : dim(`  [${by}]`);
  return `${dim(start)}  ${subject}${subject.includes(path) ? '' : `  (${touched})`}${from}${undone}`;
}
