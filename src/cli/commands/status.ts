import { runningService } from '../../service/client.js';
import { checkHistory } from '../../service/doctor/history-check.js';
import { listInbox } from '../../service/inbox.js';
import { currentLease, endedUnexpectedly } from '../../service/lease.js';
import { longHeldLocks } from '../../service/lock-holder.js';
import { createQueue } from '../../service/queue.js';
import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import type { Command } from '../command.js';
import { openVault } from '../run-tools.js';

export const status: Command = {
  name: 'status',
  summary: 'Show whether the service runs, and what waits.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {},
  examples: ['rappel status'],
  async run(invocation) {
    const { vault } = openVault(invocation);
    const service = runningService(vault.root);
    const updates = createQueue(vault).list();
    const count = (...states: string[]) => updates.filter(({ state }) => states.includes(state)).length;
    const facts = {
      vault: vault.root,
      service: service?.lease.url ?? null,
      waiting: count('accepted', 'running'),
      failed: updates.filter(({ state }) => state === 'failed').map(({ id, reason }) => ({ id, reason })),
      inbox: listInbox(vault).length,
      locks: longHeldLocks(vault.root, vault.clock.now()),
      problems: service === null ? await historyProblems(vault) : await problemsOf(service),
    };
    const { terminal } = invocation;
    if (invocation.flag('json')) {
      terminal.out(JSON.stringify({ ok: true, ...facts }));
      return;
    }
    terminal.out(`Vault    ${facts.vault}`);
    const other = currentLease(vault.root);
    const elsewhere =
      service === null && other !== null ? `on another machine or in another container, ${other.host}` : null;
    const killed = endedUnexpectedly(vault.root) ? ' (it was killed)' : '';
    terminal.out(
      `Service  ${facts.service ?? elsewhere ?? `not running${killed}; start it with: rappel serve`}`,
    );
    terminal.out(`Updates  ${facts.waiting} waiting, ${facts.failed.length} failed`);
    terminal.out(`Inbox    ${facts.inbox} to answer`);
    for (const { id, reason } of facts.failed) terminal.out(`Failed   ${id}: ${reason}`);
    if (facts.failed.length > 0)
      terminal.out('         To file them: rappel update --retry ID, or --retry all');
    for (const lock of facts.locks) terminal.out(`Waiting  ${lock}`);
    for (const problem of facts.problems) terminal.out(`Problem  ${problem}`);
  },
};

/** A service that does not answer is itself the problem. */
async function problemsOf(service: NonNullable<ReturnType<typeof runningService>>): Promise<string[]> {
  try {
    return ((await service.request('GET', '/api/health')) as { problems: string[] }).problems;
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return [`${error.message}. ${error.hint ?? ''}`];
  }
}

/** Without a service nobody else says that the history can't be used. */
async function historyProblems(vault: Vault): Promise<string[]> {
  const { ok, says, next } = await checkHistory(vault, process.env);
  return ok ? [] : [`${says}. ${next ?? ''}`];
}
