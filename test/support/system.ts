import { spawnSync } from 'node:child_process';

/** True where a program can be started. */
export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Permissions mean nothing to root: a test of them runs its command as somebody else. */
export const isRoot = process.getuid?.() === 0;

/** The words before a command that make it run without root's rights; null where that is not possible here. */
export const asNobody: string[] | null = !isRoot
  ? []
  : has('setpriv')
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    : null;
