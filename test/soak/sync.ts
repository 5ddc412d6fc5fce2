import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VaultStatus } from '../../src/operations/status.js';
import { createGitHistory } from '../../src/service/history/open-history.js';
import { historyHead } from '../../src/service/history/store.js';
import { ENCRYPTED_PREFIX, HERE } from '../../src/service/sync/remotes/addresses.js';
import { makeKey } from '../../src/service/sync/remotes/encrypted/seal.js';
import { sharedFolder } from '../../src/service/sync/shared-folder.js';
import { systemClock } from '../../src/shared/clock.js';
import { createVault } from '../../src/vault/vault.js';
import { removeFolder } from '../support/remove-folder.js';
import { createDice, pause, type Running, until, untilAgreed } from './harness.js';
import { createSyncMachine, type Meeting, MODES, type Mode, type SyncMachine } from './sync-machine.js';
import { type Ledger, marksIn, operate, PROJECTS } from './sync-operations.js';

/** What the three sync with: a folder, the service of one of them, or a folder with encrypted files. */
export const REMOTES = ['folder', 'service', 'encrypted'] as const;

interface SyncSoak {
  operations: number;
  seed?: number;
  through?: (typeof REMOTES)[number];
}

/**
 * Three services on three vaults, with clocks hours apart, and a remote through which they sync, while people and programs write, rename,
 * delete, undo and answer, services are killed in the middle of a sync, and the remote fails half-way. In the end all vaults have the same
 * bytes, every line is there or in an entry, and no question was asked twice.
 */
export async function syncScenario({ operations, seed = 1, through = 'folder' }: SyncSoak) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-soak-')));
  const meetingOf = await meetings(through, join(folder, 'remote.git'));
  const machines = [
    createSyncMachine('laptop', 0, meetingOf.client),
    createSyncMachine('desktop', -7, meetingOf.client),
    createSyncMachine('server', 5, meetingOf.server),
  ];
  const ledger: Ledger = {
    written: new Set(),
    removed: new Set(),
    removedByHand: new Set(),
    counts: {},
  };
  const world = { left: operations, seed, ledger, longest: 150 };
  try {
    for (const project of PROJECTS)
      machines[0]!.place.put(`projects/${project}/description.md`, `# ${project}\n\nUn projet.\n`);
    const alive = await Promise.all(machines.map((machine, at) => live(machine, world, at)));
    const services = await Promise.all(
      alive.map(async (service, at) => service ?? (await machines[at]!.start('steady'))!),
    );
    await untilInStep(machines, services);
    const result = await check(machines, ledger);
    for (const service of services) assert.equal(await service.stop(), 0, service.log());
    return { operations, seed, through, ...result };
  } finally {
    for (const { place } of machines) {
      for (const child of place.services) child.kill('SIGKILL');
      if (!process.env.RAPPEL_SOAK_KEEP) place.remove();
    }
    if (!process.env.RAPPEL_SOAK_KEEP) removeFolder(folder);
    else console.log(`kept: ${[folder, ...machines.map(({ place }) => place.folder)].join(' ')}`);
  }
}

type MeetingOf = (vault: string) => Meeting;

async function meetings(
  through: (typeof REMOTES)[number],
  folder: string,
): Promise<{ client: MeetingOf; server: MeetingOf }> {
  if (through === 'service') {
    const port = await freePort();
    return {
      client: () => ({ remote: `http://127.0.0.1:${port}/`, folder, key: null }),
      server: (vault) => ({ remote: HERE, folder: sharedFolder(vault), key: null, port }),
    };
  }
  const isEncrypted = through === 'encrypted';
  const meeting = {
    remote: isEncrypted ? `${ENCRYPTED_PREFIX}${folder}` : folder,
    folder,
    key: isEncrypted ? await makeKey() : null,
  };
  return { client: () => meeting, server: () => meeting };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The first life of each machine; later ones are drawn by lot. */
const FIRST: readonly Mode[] = ['steady', 'killed', 'unsteady'];

/** One machine until nothing is left to do: it runs, fails or is killed, and runs again. Returns its service, if that runs without faults. */
async function live(
  machine: SyncMachine,
  world: { left: number; seed: number; longest: number; ledger: Ledger },
  number: number,
): Promise<Running | null> {
  const { ledger } = world;
  const dice = createDice(world.seed * 10 + number);
  for (let life = 0; world.left > 0; life++) {
    const mode = life === 0 ? FIRST[number]! : MODES[dice(MODES.length)]!;
    const service = await machine.start(mode, 1 + dice(25));
    ledger.counts[mode] = (ledger.counts[mode] ?? 0) + 1;
    for (let n = 5 + dice(world.longest); n > 0 && world.left > 0 && !isGone(service); n--) {
      if (world.left % 1_000 === 0)
        console.log(`sync: ${world.left} left after ${Math.round(performance.now() / 1_000)} s`);
      const mark = `m${world.seed}${String(world.left--).padStart(6, '0')}z`;
      await operate({ machine, service, dice, ledger, mark });
      await pause(dice(120));
    }
    if (mode === 'steady' && world.left <= 0) return service;
    if (mode === 'killed' || dice(3) === 0) await service?.kill();
    else await service?.stop();
  }
  return null;
}

function isGone(service: Running | null): boolean {
  return service !== null && (service.child.exitCode !== null || service.child.signalCode !== null);
}

/** Every update is filed, all three have the same history and the same files, and nothing goes back and forth. */
async function untilInStep(machines: readonly SyncMachine[], services: readonly Running[]): Promise<void> {
  let last: unknown;
  const headInStep = async () => {
    const statuses = await Promise.all(
      services.map(async (service) => (await service.request('GET', '/api/status')).body as VaultStatus),
    );
    // A file that was moved away while an update wrote to it: a person tries again. What was answered elsewhere needs no second answer.
    for (const [at, { failed }] of statuses.entries())
      for (const { id, reason } of failed) {
        const what = reason?.includes('no such inbox item') ? 'dismiss' : 'retry';
        await services[at]!.request('POST', `/api/updates/${what}`, { id });
      }
    const heads = machines.map(({ place }) => historyHead(place.vault));
    const different = differences(machines);
    last = { heads, statuses, different: different.slice(0, 5) };
    const isInStep =
      statuses.every(({ waiting, failed }) => waiting + failed.length === 0) && new Set(heads).size === 1;
    return isInStep && different.length === 0 ? heads[0]! : null;
  };
  try {
    await until('all machines to be in step', 600_000, async () => {
      const head = await headInStep();
      if (head === null) return false;
      for (const { place } of machines) await untilAgreed(place, 120_000);
      return (await headInStep()) === head;
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${JSON.stringify(last)}`);
  }
}

function differences(machines: readonly SyncMachine[]): string[] {
  const [first, ...others] = machines.map((machine) => machine.files());
  const paths = new Set([first, ...others].flatMap((files) => Object.keys(files!)));
  return [...paths].filter((path) => others.some((files) => files[path] !== first![path]));
}

async function check(machines: readonly SyncMachine[], ledger: Ledger) {
  assert.deepEqual(differences(machines), []);
  const [machine] = machines;
  const vault = createVault({ root: machine!.place.vault, clock: systemClock });
  const history = createGitHistory(vault);
  const entries = await history.entries();
  const ids = entries.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'an entry is there twice');
  const [remembered, questions] = [new Set<string>(), new Map<string, Set<string>>()];
  const versions = new Map<string, string>();
  for await (const changes of history.changes(ids))
    for (const { path, after } of changes) if (after !== null) versions.set(after, path);
  let at = 0;
  for await (const bytes of history.read([...versions.keys()])) {
    const text = bytes.toString();
    for (const mark of marksIn(text)) remembered.add(mark);
    const [, item] = /^inbox\/([^/]*-sync-[^/]*)\/review\.md$/.exec([...versions.values()][at++]!) ?? [];
    if (item !== undefined) keep(questions, [...new Set(marksIn(text))].sort().join(' '), item);
  }
  const files = Object.values(machine!.files()).join('\n');
  const there = new Set(marksIn(files));
  const { written, removed, removedByHand, counts } = ledger;
  const twice = [...questions].filter(([marks, items]) => marks.includes(' ') && items.size > 1);
  assert.deepEqual(twice, [], 'a question was asked twice');
  assert.ok(!/^(?:<<<<<<<|>>>>>>>)/m.test(files), 'a conflict marker is in a note');
  assert.deepEqual(
    [...written].filter((mark) => !remembered.has(mark) && !removedByHand.has(mark)),
    [],
    'lines that are nowhere in the history',
  );
  assert.deepEqual(
    [...written].filter((mark) => !there.has(mark) && !removed.has(mark)),
    [],
    'lines that nobody removed are gone',
  );
  const asked = new Set([...questions.values()].flatMap((items) => [...items])).size;
  return { ...counts, lines: written.size, entries: ids.length, files: machine!.paths().length, asked };
}

function keep(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}
