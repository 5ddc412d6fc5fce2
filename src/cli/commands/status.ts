import type { VaultStatus } from '../../operations/status.js';
import { projectOfDirectory, wallOfDirectory } from '../../service/directories/project-links.js';
import { currentLease, endedUnexpectedly } from '../../service/locks/lease.js';
import type { KnownSync } from '../../service/sync/sync-status.js';
import { ENGLISH } from '../../shared/errors.js';
import { saidIn, stepIn, type Told } from '../../words/message.js';
import type { Say } from '../../words/say.js';
import type { Command, Terminal } from '../command.js';
import { withMemory } from '../open-memory.js';
import { retryLines } from '../show-retry.js';

export const status: Command = {
  summary: 'Show whether the service runs, and what waits.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel status'],
  async run(invocation) {
    const facts = await withMemory(invocation, ({ run }) => run('status'));
    const { terminal } = invocation;
    const place = projectOfDirectory(facts.vault, process.cwd());
    const walled = wallOfDirectory(place) === null ? null : (place.project ?? '');
    invocation.report({ ...facts, wall: walled }, () => show(facts, walled, terminal));
  },
};

const MOST_LISTED = 5;

function show(facts: VaultStatus, walled: string | null, terminal: Terminal): void {
  const { say } = terminal;
  const labels = {
    vault: say`Vault`,
    service: say`Service`,
    updates: say`Updates`,
    inbox: say`Inbox`,
    sync: say`Sync`,
    wall: say`Wall`,
    failed: say`Failed`,
    waiting: say`Waiting`,
    problem: say`Problem`,
    none: '',
  };
  const width = Math.max(...Object.values(labels).map((label) => label.length));
  const row = (label: keyof typeof labels, text: string) =>
    terminal.out(`${labels[label].padEnd(width)}  ${text}`);
  row('vault', facts.vault);
  row('service', serviceText(facts, say));
  row('updates', say`${facts.waiting} waiting, ${facts.failed.length} failed`);
  row('inbox', say`${facts.inbox} to answer`);
  if (facts.sync !== null) row('sync', syncText(facts.sync, say));
  if (walled !== null)
    row(
      'wall',
      walled === ''
        ? say`assistants started here see the profile and global files: another directory has this name`
        : say`assistants started here see ${walled}, the profile and global files; rappel link changes it`,
    );
  for (const { id, reason, error } of facts.failed)
    row('failed', say`${id}: ${error ? saidIn(say.messages, error) : say(reason ?? '')}`);
  for (const retry of facts.retrying.slice(0, MOST_LISTED)) {
    const [why = '', ...more] = retryLines(retry, say);
    row('waiting', say`${retry.id}: ${why}`);
    for (const line of more) row('none', line);
  }
  const unlisted = facts.retrying.length - MOST_LISTED;
  if (unlisted > 0) row('none', say`… and ${unlisted} more`);
  if (facts.failed.length + facts.retrying.length > 0)
    row('none', say`To file them now: rappel retry ID, or --all. To leave one unfiled: rappel dismiss ID`);
  for (const lock of facts.locks) row('waiting', say(lock));
  for (const problem of facts.problems) row('problem', problemLine(problem, say));
}

function syncText({ remote, in_step, waiting, problem }: KnownSync, say: Say): string {
  const when = in_step?.replace('T', ' ') ?? null;
  if (problem !== null) return say`failed, see why with: rappel sync status`;
  if (when === null) return say`never in step with ${remote} yet; try: rappel sync`;
  return waiting === null || waiting === 0
    ? say`in step with ${remote} ${when}`
    : say`entries to be sent to ${remote}: ${waiting}; in step ${when}`;
}

function serviceText({ vault, service }: VaultStatus, say: Say): string {
  if (service !== null) return service;
  const other = currentLease(vault);
  if (other !== null) return say`on another machine or in another container, ${other.host}`;
  return endedUnexpectedly(vault)
    ? say`not running (it was killed); start it with: rappel serve`
    : say`not running; start it with: rappel serve`;
}

/** With its next step in the same line. */
function problemLine(problem: Told, say: Say): string {
  const step = stepIn(say.messages ?? ENGLISH, problem, 'terminal');
  // The engine and the history say theirs in words of their own.
  const says = problem.reason === 'other' ? say(problem.message) : saidIn(say.messages, problem);
  return step === null ? says : `${says}. ${step}`;
}
