import { readSyncSetting } from '../../service/state/sync-setting.js';
import type { SyncedMachine, SyncStatus } from '../../service/sync/sync-status.js';
import type { VaultSync } from '../../service/sync/sync-vault.js';
import { ENGLISH, RappelError } from '../../shared/errors.js';
import { saidIn, stepIn } from '../../words/message.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { withMemory } from '../open-memory.js';
import { withKey, withToken } from '../sync-secrets.js';

export const syncCommand: Command = {
  summary: 'Keep this vault in step with your other machines.',
  usage: '[REMOTE | here | status | off]',
  arguments: { least: 0, most: 1 },
  options: {
    name: { value: 'NAME', summary: 'what the other machines call this one (default: its host name)' },
    encrypt: { value: true, summary: 'let the remote see only encrypted files' },
    'key-file': { value: 'FILE', summary: 'the key of an encrypted remote (else it is asked for, or made)' },
    'token-file': { value: 'FILE', summary: 'the token of the service to sync with (else it is asked for)' },
    yes: { value: true, summary: 'go on where it would ask' },
  },
  examples: [
    'rappel sync git@example.org:memory.git',
    'rappel sync /mnt/shared/memory.git',
    'rappel sync https://memory.example.org/',
    'rappel sync here',
    'rappel sync git@example.org:memory.git --encrypt',
    'rappel sync',
    'rappel sync status',
    'rappel sync off',
  ],
  completes: ['here', 'status', 'off'],
  async run(invocation) {
    const [what] = invocation.arguments;
    await withMemory(invocation, async ({ sync }) => {
      const syncing = await sync();
      if (what === 'status') return showStatus(invocation, await syncing.status());
      if (what === 'off') return turnOff(invocation, syncing);
      if (what !== undefined && !(await setUp(invocation, syncing, what))) return;
      if (what === undefined && invocation.text('name') !== undefined)
        throw new UsageError('usage.sync_name');
      await syncNow(invocation, syncing);
    });
  },
};

/** Asks before two vaults meet that both have something; false if the person does not want it. */
async function setUp(invocation: Invocation, syncing: VaultSync, given: string): Promise<boolean> {
  const { terminal } = invocation;
  const { say } = terminal;
  const { vault } = invocation.settings();
  const isEncrypted = invocation.flag('encrypt') || invocation.text('key-file') !== undefined;
  const remote = isEncrypted ? await withKey(invocation, vault, given, syncing.prepare) : given;
  const { arrive, leave, merge, ask, is_meeting } = await withToken(invocation, vault, remote, () =>
    syncing.preview(remote),
  );
  if (is_meeting && !invocation.flag('yes')) {
    terminal.err(
      say`Files that come here: ${arrive}, that go there: ${leave}, merged: ${merge}; new questions: ${ask}.`,
    );
    if (!terminal.interactive) throw new RappelError('invalid_input', 'sync.both_have_files', { given });
    if (!(await confirm(say`Merge them? Nothing is overwritten.`, terminal))) return false;
  }
  await syncing.setUp(remote, invocation.text('name') ?? null);
  return true;
}

async function syncNow(invocation: Invocation, syncing: VaultSync): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const copies = await syncing.mergeCopies();
  const count = copies.merged.length;
  // What others left beside each other is merged without a remote, too.
  const isAlone = count > 0 && readSyncSetting(invocation.settings().vault) === null;
  const report = isAlone ? NO_EXCHANGE : await syncing.run({ isConfirmed: invocation.flag('yes') });
  const { received, sent } = report;
  const asked = report.asked + copies.asked;
  const changed = [...new Set([...copies.changed, ...report.changed])];
  invocation.report({ received, sent, asked, changed, copies: copies.merged }, () => {
    if (count > 0) terminal.out(say`Conflict copies merged: ${count}. To see what changed: rappel history`);
    if (!isAlone)
      terminal.out(
        say`In step. Entries received: ${received}, sent: ${sent}; files changed here: ${changed.length}.`,
      );
    if (asked > 0) terminal.out(say`Open questions: ${asked}. See them with: rappel inbox`);
  });
}

const NO_EXCHANGE = { received: 0, sent: 0, asked: 0, changed: [] };

async function turnOff({ terminal, report }: Invocation, syncing: VaultSync): Promise<void> {
  await syncing.off();
  report({ remote: null }, () =>
    terminal.out(terminal.say`Off. The vault, its history and the remote stay as they are.`),
  );
}

function showStatus({ terminal, report }: Invocation, status: SyncStatus | null): void {
  const { say } = terminal;
  report(status ?? { remote: null }, () => {
    if (status === null) {
      terminal.out(say`This vault syncs with nothing. Set it up with: rappel sync REMOTE`);
      return;
    }
    const { remote, machine, in_step, waiting, has_news, problem, machines } = status;
    terminal.out(say`Syncs with ${remote}, as ${machine}`);
    terminal.out(in_step === null ? say`Never in step yet` : say`In step ${in_step.replace('T', ' ')}`);
    if (waiting !== null && waiting > 0) terminal.out(say`Entries to be sent: ${waiting}`);
    if (has_news) terminal.out(say`The other machines have news: rappel sync`);
    if (problem !== null) {
      terminal.out(say`Failed ${problem.time.replace('T', ' ')}: ${saidIn(say.messages, problem)}`);
      const step = stepIn(say.messages ?? ENGLISH, problem, 'terminal');
      if (step !== null) terminal.out(step);
    }
    for (const other of machines.filter(({ is_this }) => !is_this)) terminal.out(machineLine(other, say));
  });
}

function machineLine({ name, time, has_everything, behind }: SyncedMachine, say: Say): string {
  const when = time.replace('T', ' ');
  if (has_everything === null) return say`${name}: in step ${when} by its own clock`;
  if (has_everything) return say`${name}: has everything, since ${when} by its own clock`;
  return behind === null
    ? say`${name}: not in step, last ${when} by its own clock`
    : say`${name}: ${behind} entries behind, in step ${when} by its own clock`;
}
