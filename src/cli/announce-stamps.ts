import { existsSync, readFileSync } from 'node:fs';
import { isMarkdown } from '../vault/kinds.js';
import { ROOT } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import { isStamped } from '../vault/stamp.js';
import { keepsState } from '../vault/state-folder.js';
import type { Invocation } from './command.js';
import { confirm } from './confirm.js';

/**
 * Says how many files of a folder the service will change, before it is served for the first time; asks where there is a terminal. False if
 * the person does not want it.
 */
export async function announceStamps(invocation: Invocation, root: string): Promise<boolean> {
  if (!existsSync(root) || keepsState(root)) return true;
  const count = countUnstamped(root);
  if (count === 0) return true;
  const { terminal } = invocation;
  terminal.out(
    terminal.say`${root} is new to Rappel: ${count} notes get three fields at their top (created, updated, tokens)`,
  );
  if (invocation.flag('yes') || !terminal.interactive) return true;
  return (await confirm(terminal.say`Go on?`, terminal)) !== false;
}

function countUnstamped(root: string): number {
  let count = 0;
  for (const { kind, path, address } of walk(root, root, ROOT, () => {}))
    if (kind === 'file' && isMarkdown(path) && !isStampedFile(address)) count++;
  return count;
}

/** What can't be read is not changed. */
function isStampedFile(address: string): boolean {
  try {
    return isStamped(readFileSync(address, 'utf8'));
  } catch {
    return true;
  }
}
