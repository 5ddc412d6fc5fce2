import { describe, expect, it } from 'vitest';
import { attempt, type LockFolder, release } from '../../src/vault/lock-folder.js';
import { count } from '../support/runs.js';

/** How the disk treats a rename onto an empty folder: POSIX replaces it, Windows refuses. */
type Disk = 'posix' | 'windows';

describe('the steps of a lock', () => {
  for (const disk of ['posix', 'windows'] as const)
    it(`let in one at a time, in every order of steps and kills, after a holder that died (${disk})`, () => {
      const { states, worst, stuck } = explore(disk, takeAndGiveBack);
      expect(worst).toBe(1);
      expect(stuck).toBe(0);
      expect(states).toBeGreaterThan(500);
    });

  it('would be caught letting in two, as by a takeover that moves away whatever lock it finds', () => {
    expect(explore('posix', takeAndMoveAway).worst).toBeGreaterThan(1);
  });
});

/** The lock in memory. `null`: no folder. */
interface Shared {
  holders: string[] | null;
  alive: boolean[];
}

type Process = Generator<void, void>;

/** What a process can do; all that it learns by it is remembered. */
interface World extends LockFolder {
  isAlive(holder: string): boolean;
  moveAway(): void;
  enter(): void;
  leave(): void;
}

const PROCESSES = count(2, 3);
const ATTEMPTS = count(3, 2);

function* takeAndGiveBack(world: World, me: number): Process {
  for (let turn = 0; turn < ATTEMPTS; turn++) {
    const own = `${me}-${turn}`;
    const outcome = yield* attempt(world, own, (holder) => !world.isAlive(holder));
    if (!outcome.taken) continue;
    world.enter();
    yield;
    world.leave();
    yield* release(world, own);
    return;
  }
}

/** As version 0.1.0 did: looks who holds it, then moves the whole folder away. */
function* takeAndMoveAway(world: World, me: number): Process {
  for (let turn = 0; turn < ATTEMPTS; turn++) {
    yield;
    if (world.publish(`${me}-${turn}`)) {
      world.enter();
      yield;
      world.leave();
      yield;
      world.moveAway();
      return;
    }
    yield;
    const [holder] = world.holders();
    if (holder === undefined || world.isAlive(holder)) continue;
    yield;
    world.moveAway();
  }
}

function folderOf(shared: Shared, disk: Disk): LockFolder {
  return {
    publish(holder) {
      if (shared.holders !== null && (disk === 'windows' || shared.holders.length > 0)) return false;
      shared.holders = [holder];
      return true;
    },
    holders: () => [...(shared.holders ?? [])],
    remove(holder) {
      if (shared.holders !== null) shared.holders = shared.holders.filter((other) => other !== holder);
    },
    removeIfEmpty() {
      if (shared.holders?.length === 0) shared.holders = null;
    },
  };
}

/**
 * Goes through every order of the steps and every kill, each distinct state once. A process is determined by what it saw,
 * so that a state is the disk and what each process has seen since its start. Generators can't be copied: a state is
 * reached again by taking its steps again.
 */
function explore(disk: Disk, script: (world: World, me: number) => Process) {
  const seen = new Set<string>();
  const todo: number[][] = [[]];
  let worst = 0;
  let stuck = 0;
  while (todo.length > 0) {
    const schedule = todo.pop()!;
    const state = stateAfter(disk, script, schedule);
    if (seen.has(state.key)) continue;
    seen.add(state.key);
    worst = Math.max(worst, state.inside);
    if (state.runnable.length === 0 && !state.isFree) stuck++;
    // Step `n` moves process n; step `-1 - n` kills it.
    for (const n of state.runnable) todo.push([...schedule, n], [...schedule, -1 - n]);
  }
  return { states: seen.size, worst, stuck };
}

function stateAfter(disk: Disk, script: (world: World, me: number) => Process, schedule: readonly number[]) {
  // The last one died before all others began, and held the lock.
  const shared: Shared = {
    holders: [`${PROCESSES}-0`],
    alive: Array.from({ length: PROCESSES + 1 }, (_, me) => me < PROCESSES),
  };
  const numbers = [...Array(PROCESSES).keys()];
  const inside = new Set<number>();
  const traces: string[] = numbers.map(() => '');
  const ended = new Set<number>();
  const isAlive = (holder: string) => shared.alive[Number.parseInt(holder, 10)]!;
  const running = numbers.map((me) => {
    const remember = <Result>(result: Result): Result => {
      traces[me] += `${JSON.stringify(result)};`;
      return result;
    };
    const folder = folderOf(shared, disk);
    const world: World = {
      ...folder,
      publish: (holder) => remember(folder.publish(holder)),
      holders: () => remember(folder.holders()),
      isAlive: (holder) => remember(isAlive(holder)),
      moveAway: () => {
        shared.holders = null;
      },
      enter: () => void inside.add(me),
      leave: () => void inside.delete(me),
    };
    return script(world, me);
  });
  for (const step of schedule) {
    const me = step < 0 ? -1 - step : step;
    if (step < 0) {
      shared.alive[me] = false;
      inside.delete(me);
      ended.add(me);
      continue;
    }
    traces[me] += '.';
    if (running[me]!.next().done) ended.add(me);
  }
  return {
    inside: inside.size,
    runnable: numbers.filter((me) => !ended.has(me)),
    // What the living left behind can be taken by the next process.
    isFree: !(shared.holders ?? []).some(isAlive),
    key: JSON.stringify([shared, [...ended].sort(), traces.map((trace, me) => (ended.has(me) ? '' : trace))]),
  };
}
