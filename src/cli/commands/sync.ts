import { readFileSync } from 'node:fs';
import type { Sync } from '../../memory/sync.js';
import { writeSyncToken } from '../../service/state/sync-token.js';
import { isService, wholeAddress } from '../../service/sync/remotes/addresses.js';
import type { SyncedMachine, SyncStatus } from '../../service/sync/sync-status.js';
import { ioError, RappelError } from '../../shared/errors.js';
import type { Say } from '../../words/say.js';
import { ask } from '../ask.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { withMemory } from '../open-memory.js';

export const sync: Command = {
  summary: 'Keep this vault in step with your other machines.',
  usage: '[REMOTE | here | status | off]',
  arguments: { least: 0, most: 1 },
  options: {
    name: { value: 'NAME', summary: 'what the other machines call this one (default: its host name)' },
    'token-file': { value: 'FILE', summary: 'the token of the service to sync with (else it is asked for)' },
    yes: { value: true, summary: 'go on where it would ask' },
  },
  examples: [
    'rappel sync git@example.org:memory.git',
    'rappel sync /mnt/shared/memory.git',
    'rappel sync https://memory.example.org/',
    'rappel sync here',
    'rappel sync',
    'rappel sync status',
    'rappel sync off',
  ],
  completes: ['here', 'status', 'off'],
  async run(invocation) {
    const [what] = invocation.arguments;
    await withMemory(invocation, async ({ sync: syncing }) => {
      if (what === 'status') return showStatus(invocation, await syncing.status());
      if (what === 'off') return turnOff(invocation, syncing);
      if (what !== undefined && !(await setUp(invocation, syncing, what))) return;
      if (what === undefined && invocation.text('name') !== undefined)
        throw new UsageError('name the machine where you set the sync up: rappel sync REMOTE --name NAME');
      await syncNow(invocation, syncing);
    });
  },
};

/** Asks before two vaults meet that both have something; false if the person does not want it. */
async function setUp(
  { terminal, ...invocation }: Invocation,
  syncing: Sync,
  remote: string,
): Promise<boolean> {
  const { say } = terminal;
  const {
    arrive,
    leave,
    merge,
    ask: asked,
    is_meeting,
  } = await withToken(invocation, terminal, remote, () => syncing.preview(remote));
  if (is_meeting && !invocation.flag('yes')) {
    terminal.err(
      say`${arrive} files come here, ${leave} go there, ${merge} are merged, ${asked} questions open.`,
    );
    if (!terminal.interactive)
      throw new RappelError('invalid_input', 'both sides have files: this merges them', {
        hint: `If you mean it: rappel sync ${remote} --yes`,
      });
    if (!(await confirm(say`Merge them? Nothing is overwritten.`, terminal))) return false;
  }
  await syncing.setUp(remote, invocation.text('name') ?? null);
  return true;
}

/** Another service may ask for its token: it comes from a file, the environment, or the person, and is kept from then on. */
async function withToken<Result>(
  invocation: Pick<Invocation, 'text' | 'settings'>,
  { interactive, say }: Terminal,
  remote: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = invocation.text('token-file');
  if (!isService(remote)) {
    if (file !== undefined) throw new UsageError('--token-file is for a Rappel service: https://host/');
    return work();
  }
  const keep = (token: string) => writeSyncToken(invocation.settings().vault, wholeAddress(remote), token);
  const given = file === undefined ? process.env.RAPPEL_SYNC_TOKEN : readFile(file);
  if (given !== undefined && given !== '') keep(given.trim());
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RappelError && error.code === 'protected') || !interactive) throw error;
    const token = await ask(say`Token of ${remote}: `, { hidden: true });
    if (token === null || token === '') throw error;
    keep(token);
    return work();
  }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw ioError(error, file);
  }
}

async function syncNow(invocation: Invocation, syncing: Sync): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const report = await syncing.now({ isConfirmed: invocation.flag('yes') });
  const { received, sent, asked, changed } = report;
  invocation.report({ received, sent, asked, changed }, () => {
    terminal.out(say`In step. ${received} entries came, ${sent} went, ${changed.length} files changed here.`);
    if (asked > 0) terminal.out(say`${asked} questions are open: rappel inbox`);
  });
}

async function turnOff({ terminal, report }: Invocation, syncing: Sync): Promise<void> {
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
    if (waiting !== null && waiting > 0) terminal.out(say`${waiting} entries wait to be sent`);
    if (has_news) terminal.out(say`The other machines have news: rappel sync`);
    if (problem !== null) {
      terminal.out(say`Failed ${problem.time.replace('T', ' ')}: ${say(problem.message)}`);
      if (problem.hint !== null) terminal.out(say(problem.hint));
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
