import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** When it began, as the system counts it; null where the system does not say. */
  birth: string | null;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), birth: birthOf(process.pid) };
}

export function isSelf(other: ProcessIdentity): boolean {
  const own = ownIdentity();
  return other.pid === own.pid && other.host === own.host && other.birth === own.birth;
}

/**
 * `gone`: certainly not running any more. `alive`: certainly running. `unknown`: on another machine, or its number is
 * taken and the system can't tell whether by itself.
 */
export function lifeOf(other: ProcessIdentity): 'alive' | 'gone' | 'unknown' {
  if (other.host !== hostname()) return 'unknown';
  if (!hasProcess(other.pid)) return 'gone';
  const birth = birthOf(other.pid);
  if (birth === null || other.birth === null || other.birth === undefined) return 'unknown';
  return birth === other.birth ? 'alive' : 'gone';
}

function hasProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux: the boot, and the start in ticks since then (the 22nd field; the name before it may hold blanks). */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return null;
  }
}
