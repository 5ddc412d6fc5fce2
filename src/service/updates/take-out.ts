import { RappelError } from '../../shared/errors.js';
import { type Bytes, isText, stale } from '../../vault/files.js';
import { firstSegments, type VaultPath } from '../../vault/paths.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import type { Next, Step } from '../history/plan-revert.js';
import { contentNow } from '../history/replace-content.js';
import { planUndo } from '../history/undo-plan.js';

/**
 * Takes what an entry of the history brought in out of the files, with the changes of a running update: what an undo does,
 * as a part of that update. Returns the paths; null where a later change altered the same units.
 */
export async function takeOut(vault: Vault, history: History, entry: string): Promise<VaultPath[] | null> {
  const { steps, obstacles } = await planUndo(vault, history, await history.find(entry), {});
  if (obstacles.length > 0) return null;
  const versions = steps.map(({ path }) => versionNow(vault, path));
  for (const [index, step] of steps.entries()) await take(vault, history, step, versions[index]!);
  return steps.map(({ path }) => path);
}

async function take(
  vault: Vault,
  history: History,
  { path, next }: Step,
  expected: string | null,
): Promise<void> {
  // The question of an update goes with its folder.
  const place = vault.locate(path.startsWith('inbox/') ? firstSegments(path, 2) : path);
  if (next === null) {
    if (place.kind !== 'missing') vault.remove(place);
    return;
  }
  const bytes = await contentOf(history, next);
  if (versionNow(vault, path) !== expected) throw stale(place.shown);
  const target = vault.locate(path);
  if (isText(bytes)) vault.save(target, () => bytes.toString('utf8'));
  else vault.create(target, bytes);
}

async function contentOf(history: History, next: NonNullable<Next>): Promise<Bytes> {
  if ('merged' in next) return Buffer.from(next.merged);
  for await (const bytes of history.read([next.version])) return bytes;
  throw new RappelError('not_found', 'the history no longer holds what was there before');
}

function versionNow(vault: Vault, path: VaultPath): string | null {
  const bytes = contentNow(vault, path);
  return bytes === null ? null : versionOfBytes(bytes);
}
