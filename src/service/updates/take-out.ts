import { RappelError } from '../../shared/errors.js';
import { type Bytes, isText } from '../../vault/files.js';
import { firstSegments, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Next, RevertStep } from '../changes/plan-revert.js';
import { planUndo } from '../changes/undo-plan.js';
import type { History } from '../history/history.js';
import { contentNow, textVersion } from '../history/replace-content.js';

/**
 * Takes what an entry of the history brought in out of the files, with the changes of a running update: what an undo does,
 * as a part of that update. Returns the paths; null where a later change altered the same units.
 */
export async function takeOut(vault: Vault, history: History, entry: string): Promise<VaultPath[] | null> {
  const { steps, obstacles } = await planUndo(vault, history, await history.find(entry), {});
  if (obstacles.length > 0) return null;
  const contents: (Bytes | null)[] = [];
  for (const { next } of steps) contents.push(next === null ? null : await contentOf(history, next));
  // If a file was edited since, it is planned again. What follows is synchronous, so nothing can change in between.
  if (!steps.every((step) => isAsSeen(vault, step))) return takeOut(vault, history, entry);
  for (const [index, { path }] of steps.entries()) take(vault, path, contents[index]!);
  return steps.map(({ path }) => path);
}

function isAsSeen(vault: Vault, { path, seen }: RevertStep): boolean {
  return seen === undefined || seen === textVersion(contentNow(vault, path));
}

function take(vault: Vault, path: VaultPath, bytes: Bytes | null): void {
  // The question of an update goes with its folder.
  const place = vault.locate(path.startsWith('inbox/') ? firstSegments(path, 2) : path);
  if (bytes === null) {
    if (place.kind !== 'missing') vault.remove(place);
    return;
  }
  const target = vault.locate(path);
  if (isText(bytes)) vault.save(target, () => bytes.toString('utf8'));
  else vault.create(target, bytes);
}

async function contentOf(history: History, next: NonNullable<Next>): Promise<Bytes> {
  if ('merged' in next) return Buffer.from(next.merged);
  for await (const bytes of history.read([next.version])) return bytes;
  throw new RappelError('not_found', 'history.no_before');
}
