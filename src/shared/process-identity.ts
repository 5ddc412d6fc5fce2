import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { newId } from './ids.js';

/** A process, told apart from a later one with the same number and from those of other machines and containers. */
export interface ProcessIdentity {
  pid: number;
  /** Where `pid` is a valid number: one boot of one machine and, on Linux, one container of it. */
  machine: string;
  /** When the process started, in the system's own unit; null if the system does not say. */
  birth: string | null;
  /** For messages alone: a host may be renamed while its processes run. */
  host: string;
}

let own: ProcessIdentity | null = null;

/** Read once: it never changes while the process runs. */
export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    machine: machineId(),
    birth: statOf(process.pid)?.birth ?? null,
    host: hostname(),
  };
  return own;
}

export function isSelf(other: ProcessIdentity): boolean {
  const { pid, machine, birth } = ownIdentity();
  return other.pid === pid && other.machine === machine && other.birth === birth;
}

/** False for a process whose number means nothing here, and may belong to another process. */
export function isOnThisMachine(other: ProcessIdentity): boolean {
  return other.machine === ownIdentity().machine;
}

/**
 * `gone`: certainly not running any more. `alive`: certainly running. `unknown`: it can't be asked (another machine,
 * another container, an earlier boot), or its number is in use and the system does not say by which process.
 */
export function lifeOf(other: ProcessIdentity): 'alive' | 'gone' | 'unknown' {
  if (!isOnThisMachine(other)) return 'unknown';
  if (!hasProcess(other.pid)) return 'gone';
  const stat = statOf(other.pid);
  if (stat === null) return 'unknown';
  if (stat.isZombie) return 'gone';
  if (typeof other.birth !== 'string') return 'unknown';
  return stat.birth === other.birth ? 'alive' : 'gone';
}

/** Whether no process of this machine has this number. */
export function isPidFree(pid: number): boolean {
  return lifeOf({ ...ownIdentity(), pid, birth: null }) === 'gone';
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

/**
 * Linux only. A killed process that its parent has not collected yet is a zombie: it keeps its number, but runs no more
 * once its last thread is gone.
 */
function statOf(pid: number): { birth: string; isZombie: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, the second field, is in brackets and may hold anything: fields are counted from the third one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, threads, birth] = [fields[0], fields[17], fields[19]];
    if (birth === undefined) return null;
    return { birth, isZombie: state === 'Z' && Number(threads) <= 1 };
  } catch {
    return null;
  }
}

/** Never the hostname, which changes with networks and is the same in many containers. */
function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return storedMachineId(machineIdFile(process.env, process.platform));
  }
}

/**
 * Systems without a boot id: a random one in the user's cache, which stays on this machine. Where it can't be kept,
 * other processes count as unreachable, and what they hold is watched for a sign of life.
 */
export function storedMachineId(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${newId()}${newId()}`, { flag: 'wx' });
  } catch {
    // Made by an earlier process, or the folder can't be written.
  }
  try {
    const stored = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{20}$/.test(stored)) return stored;
  } catch {
    // Not readable: see above.
  }
  return newId();
}

function machineIdFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const cache =
    env.XDG_CACHE_HOME ||
    env.LOCALAPPDATA ||
    join(homedir(), ...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
  return join(cache, 'rappel', 'machine-id');
}
