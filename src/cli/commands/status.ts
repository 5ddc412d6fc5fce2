import type { MemoryStatus } from '../../memory/memory.js';
import { currentLease, endedUnexpectedly } from '../../service/locks/lease.js';
import type { Command, Terminal } from '../command.js';
import { withMemory } from '../open-memory.js';
import { retryLines } from '../show-retry.js';

export const status: Command = {
  summary: 'Show whether the service runs, and what waits.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel status'],
  async run(invocation) {
    const facts = await withMemory(invocation, (memory) => memory.status());
    const { terminal } = invocation;
    invocation.report(facts, () => show(facts, terminal));
  },
};

const MOST_LISTED = 5;

function show(facts: MemoryStatus, terminal: Terminal): void {
  terminal.out(`Vault    ${facts.vault}`);
  const other = currentLease(facts.vault);
  const elsewhere =
    facts.service === null && other !== null
      ? `on another machine or in another container, ${other.host}`
      : null;
  const killed = endedUnexpectedly(facts.vault) ? ' (it was killed)' : '';
  terminal.out(
    `Service  ${facts.service ?? elsewhere ?? `not running${killed}; start it with: rappel serve`}`,
  );
  terminal.out(`Updates  ${facts.waiting} waiting, ${facts.failed.length} failed`);
  terminal.out(`Inbox    ${facts.inbox} to answer`);
  for (const { id, reason } of facts.failed) terminal.out(`Failed   ${id}: ${reason}`);
  for (const retry of facts.retrying.slice(0, MOST_LISTED)) {
    const [why = '', ...more] = retryLines(retry);
    terminal.out([`Waiting  ${retry.id}: ${why}`, ...more.map((line) => `         ${line}`)].join('\n'));
  }
  const unlisted = facts.retrying.length - MOST_LISTED;
  if (unlisted > 0) terminal.out(`         … and ${unlisted} more`);
  if (facts.failed.length + facts.retrying.length > 0)
    terminal.out(
      '         To file them now: rappel retry ID, or --all. To leave one unfiled: rappel dismiss ID',
    );
  for (const lock of facts.locks) terminal.out(`Waiting  ${lock}`);
  for (const problem of facts.problems) terminal.out(`Problem  ${problem}`);
}
