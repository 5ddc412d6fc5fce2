import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ioError, RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { stateFolder } from '../vault/state-folder.js';

/**
 * Runs `work` while no other process of this vault holds the same lock. A holder that died is recognised and its lock
 * taken over; throws `busy` where a living one keeps it for too long.
 */
export async function withLock<T>(root: string, name: string, work: () => Promise<T>): Promise<T> {
  const folder = join(stateFolder(root), `${name}.lock`);
  await acquire(folder, name);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LONGEST_WAIT_MS = 30_000;
/** A holder writes its name right after it made the folder; one that has not by then was killed in between. */
const NAMELESS_MS = 2_000;

async function acquire(folder: string, name: string): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, 'holder'), JSON.stringify({ pid: process.pid, host: hostname() }));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw ioError(error, name);
    }
    if (isAbandoned(folder)) {
      takeAway(folder);
      continue;
    }
    if (Date.now() > deadline) {
      throw new RappelError('busy', `another process of Rappel is holding the ${name}`, {
        hint: 'Wait for it to finish, or see what runs with: rappel status',
      });
    }
    await wait(pause);
  }
}

function isAbandoned(folder: string): boolean {
  try {
    const { pid, host } = JSON.parse(readFileSync(join(folder, 'holder'), 'utf8'));
    return host === hostname() && !isAlive(pid);
  } catch {
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return age > NAMELESS_MS;
  }
}

/** By rename, so that of two who find the same dead lock only one removes it. */
function takeAway(folder: string): void {
  const grave = `${folder}-${newId()}`;
  try {
    renameSync(folder, grave);
    rmSync(grave, { recursive: true, force: true });
  } catch {
    // Somebody else was faster.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
