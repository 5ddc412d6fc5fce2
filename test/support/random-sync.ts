import type { Remote } from '../../src/service/sync/remotes/remote.js';
import { RappelError } from '../../src/shared/errors.js';
import { ROOT } from '../../src/vault/paths.js';
import { createMachines, type Machine } from './sync-machines.js';

/** A small generator of numbers: the same ones for the same seed. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const FILES = [
  'notes.md',
  'changelog.md',
  'projects/x/state.md',
  'projects/y/tasks.md',
  'profile.md',
  'list.txt',
];

/** A remote that fails now and then: before it is asked, or after it did what it was asked. */
function failing(remote: Remote, random: (most: number) => number): Remote {
  const fail = (): void => {
    if (random(12) === 0) throw new Error('the network failed');
  };
  return {
    ...remote,
    async head() {
      fail();
      return remote.head();
    },
    async fetch(head, known, into) {
      fail();
      await remote.fetch(head, known, into);
      fail();
    },
    async push(request) {
      fail();
      const isSent = await remote.push(request);
      fail();
      return isSent;
    },
  };
}

interface RandomSync {
  /** What was written and never removed again, and is not there at the end. */
  lost: string[];
  /** What was written and is nowhere in the history. */
  forgotten: string[];
  /** Files that differ between the machines. */
  different: string[];
  asked: number;
  markers: number;
  operations: number;
}

/** Three machines that write, rename, delete and undo at random, and sync now and then through a remote that fails. */
export async function syncAtRandom(seed: number, operations: number): Promise<RandomSync> {
  const random = numbersFrom(seed);
  const place = createMachines();
  const machines = [
    place.machine('laptop', 0, (remote) => failing(remote, random)),
    place.machine('desktop', -7, (remote) => failing(remote, random)),
    place.machine('server', 5, (remote) => failing(remote, random)),
  ];
  const written = new Set<string>();
  const removed = new Set<string>();
  const markersIn = (text: string) => text.match(/m\d+z/g) ?? [];
  let asked = 0;
  try {
    for (let at = 0; at < operations; at++) {
      const machine = machines[random(machines.length)]!;
      const before = Object.values(machine.files()).join('\n');
      const isSync = random(6) === 0;
      if (isSync) asked += await tryToSync(machine);
      else await change(machine, random, `m${seed}${at}z`);
      // As a service does.
      await machine.history.record({ source: 'outside', paths: [ROOT] });
      const after = Object.values(machine.files()).join('\n');
      const left = new Set(markersIn(after));
      for (const marker of left) written.add(marker);
      if (isSync) continue;
      for (const marker of markersIn(before)) if (!left.has(marker)) removed.add(marker);
    }
    for (let round = 0; round < 3; round++)
      for (const machine of machines) asked += await syncUntilDone(machine);
    const [first, ...others] = machines.map((machine) => machine.files());
    const names = new Set([first, ...others].flatMap((files) => Object.keys(files!)));
    const there = new Set(markersIn(Object.values(first!).join('\n')));
    const remembered = new Set(await everRecorded(machines[0]!));
    return {
      lost: [...written].filter((marker) => !there.has(marker) && !removed.has(marker)),
      forgotten: [...written].filter((marker) => !remembered.has(marker)),
      different: [...names].filter((name) => others.some((files) => files[name] !== first![name])),
      asked,
      markers: written.size,
      operations,
    };
  } finally {
    place.remove();
  }

  async function everRecorded(machine: Machine): Promise<string[]> {
    const found: string[] = [];
    const entries = await machine.history.entries();
    if (entries.length === 0) return found;
    const ids = entries.map(({ id }) => id);
    const versions = new Set<string>();
    for await (const changes of machine.history.changes(ids))
      for (const { after } of changes) if (after !== null) versions.add(after);
    for await (const bytes of machine.history.read([...versions])) found.push(...markersIn(bytes.toString()));
    return found;
  }
}

/** How many questions it asked. */
async function tryToSync(machine: Machine): Promise<number> {
  try {
    return (await machine.sync()).asked;
  } catch (error) {
    if (error instanceof RappelError || (error as Error).message !== 'the network failed') throw error;
    return 0;
  }
}

async function syncUntilDone(machine: Machine): Promise<number> {
  for (;;) {
    try {
      return (await machine.sync()).asked;
    } catch (error) {
      if ((error as Error).message !== 'the network failed') throw error;
    }
  }
}

async function change(machine: Machine, random: (most: number) => number, marker: string): Promise<void> {
  const files = machine.files();
  const names = Object.keys(files).filter((name) => !name.startsWith('inbox/'));
  const name =
    names.length > 0 && random(4) > 0 ? names[random(names.length)]! : FILES[random(FILES.length)]!;
  const lines = (files[name] ?? '').split('\n');
  const spot = random(lines.length + 1);
  const kind = random(16);
  if (kind < 6)
    machine.write(name, [...lines.slice(0, spot), lineOf(random, marker), ...lines.slice(spot)].join('\n'));
  else if (kind < 8)
    machine.write(name, `# 2026-11-${10 + random(19)}\n\n## Entry ${marker}\n\n${lines.join('\n')}`);
  else if (kind < 11 && files[name] !== undefined)
    machine.write(name, lines.with(Math.min(spot, lines.length - 1), `Opening: ${marker}`).join('\n'));
  else if (kind < 12) machine.write(`bucket/${marker}.md`, `Text ${marker}\n`);
  else if (kind < 13 && files[name] !== undefined) machine.rename(name, `moved/${marker}.md`);
  else if (kind < 14 && files[name] !== undefined && random(2) === 0) machine.remove(name);
  else await undoOne(machine, random);
}

function lineOf(random: (most: number) => number, marker: string): string {
  return [`- item ${marker}`, `Deadline: ${marker}`, `A sentence about ${marker}.\n`, `| a | ${marker} |`][
    random(4)
  ]!;
}

async function undoOne(machine: Machine, random: (most: number) => number): Promise<void> {
  const entries = await machine.history.entries();
  const entry = entries[random(entries.length)];
  if (entry === undefined || entry.source === 'sync') return;
  await machine.undo(entry.id).catch((error) => {
    if (!(error instanceof RappelError)) throw error;
  });
}
