import { existsSync, renameSync, writeSync } from 'node:fs';
import { onEveryWrite } from '../../src/vault/disk.js';
import { removeFolder } from './remove-folder.js';

/** How a disk fails from its call number `at` on. */
export type Failure = 'killed' | 'full' | 'read-only' | 'broken once' | 'gone';

/** What the process of a test would do after it was killed, and does not. */
export class Killed extends Error {}

/**
 * The disk under a vault, which fails at a call: `killed` writes half of what is to be written, then nothing happens any more, as if the
 * process had ended there. Returns how many calls there were, and whether it came to the failure.
 */
export async function onDisk(
  root: string,
  failure: Failure | null,
  at: number,
  work: () => Promise<unknown>,
): Promise<{ calls: number; hasFailed: boolean; error: unknown }> {
  let calls = 0;
  let error: unknown = null;
  const away = `${root}.away`;
  const end = onEveryWrite((call, target, bytes) => {
    const isFirst = ++calls === at;
    if (failure === null || calls < at) return;
    if (failure === 'killed') {
      if (isFirst && bytes !== undefined) writeSync(target as number, bytes.subarray(0, bytes.length / 2));
      throw new Killed('killed');
    }
    if (failure === 'broken once' && !isFirst) return;
    if (failure === 'full' && !['open', 'write', 'mkdir', 'link', 'git fast-import'].includes(call)) return;
    if (failure === 'gone' && isFirst) renameSync(root, away);
    throw Object.assign(new Error(`${CODES[failure]}: ${call}`), { code: CODES[failure] });
  });
  try {
    await work();
  } catch (thrown) {
    error = thrown;
  } finally {
    end();
    if (existsSync(away)) {
      await removeFolder(root);
      renameSync(away, root);
    }
  }
  return { calls, hasFailed: failure !== null && calls >= at, error };
}

const CODES = { full: 'ENOSPC', 'read-only': 'EROFS', 'broken once': 'EIO', gone: 'ENOENT' };
