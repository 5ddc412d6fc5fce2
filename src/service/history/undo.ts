import { type ErrorData, RappelError } from '../../shared/errors.js';
import { type Bytes, isText } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { FileVersions, History, HistoryEntry } from './history.js';
import { merge } from './merge.js';
import { contentNow, type Next, type Step, versionNow, withRevert } from './revert.js';

/**
 * Undoes an entry: the files are byte for byte what they were before it. Keeps later changes elsewhere in the same
 * files; if they overlap, changes nothing and names the files in the error.
 */
export function undoEntry(vault: Vault, history: History, id: string): Promise<HistoryEntry> {
  return withRevert(vault, history, async (revert) => {
    const entry = await history.find(id);
    const versions = await history.versions(id);
    const steps = await plan(vault, history, versions, id);
    await revert(steps);
    const undone = await history.record({
      source: 'undo',
      reason: `Undid: ${entry.reason}`,
      input: entry.input,
      paths: versions.map(({ path }) => path),
    });
    if (undone !== null) return undone;
    throw new RappelError('no_match', 'nothing to undo: the files are already as they were before', {
      hint: 'List the entries with: rappel history',
    });
  });
}

async function plan(vault: Vault, history: History, versions: FileVersions[], id: string): Promise<Step[]> {
  const steps: Step[] = [];
  const obstacles: Obstacle[] = [];
  for (const version of versions) {
    const next = await nextFor(vault, history, version);
    if (typeof next === 'string') obstacles.push({ path: showPath(version.path), reason: next });
    else if (next !== UNCHANGED) steps.push({ path: version.path, next });
  }
  if (obstacles.length === 0) return steps;
  const refusals = obstacles.map(({ path, reason }) => `${path} ${REASONS[reason]}`);
  throw new RappelError('stale', `this can't be undone: ${refusals.join('; ')}`, {
    hint: `See what changed with: rappel history PATH, or restore one file with: rappel restore PATH --at ${id}`,
    data: { obstacles },
  });
}

type Obstacle = NonNullable<ErrorData['obstacles']>[number];

const REASONS: Record<Obstacle['reason'], string> = {
  changed: 'was changed since',
  changed_lines: 'was changed since in the same lines',
  deleted: 'was deleted since',
  folder: 'is a folder now',
};

const UNCHANGED = Symbol('as it is');

/** What to do with one file, or why it can't be done. */
async function nextFor(
  vault: Vault,
  history: History,
  { path, before, after }: FileVersions,
): Promise<Next | typeof UNCHANGED | Obstacle['reason']> {
  const { kind } = vault.locate(path);
  if (kind === 'folder' || kind === 'other') return 'folder';
  const now = versionNow(vault, path);
  const back: Next = before === null ? null : { version: before };
  if (now === before) return UNCHANGED;
  if (now === after) return back;
  if (now === null) return 'deleted';
  const [current, old, changed] = [
    contentNow(vault, path)!,
    await contentOf(history, before),
    await contentOf(history, after),
  ];
  if (isSame(path, current, old)) return UNCHANGED;
  if (isSame(path, current, changed)) return back;
  if (old === null || changed === null || ![current, old, changed].every(isText)) return 'changed';
  const merged = await merge(current.toString('utf8'), changed.toString('utf8'), old.toString('utf8'));
  return merged === null ? 'changed_lines' : { merged };
}

async function contentOf(history: History, version: string | null): Promise<Bytes | null> {
  if (version === null) return null;
  for await (const bytes of history.read([version])) return bytes;
  return null;
}

/** True if two texts differ only in their stamps. */
function isSame(path: VaultPath, current: Bytes, other: Bytes | null): boolean {
  if (other === null || !isMarkdown(path) || !isText(current) || !isText(other)) return false;
  return versionOf(current.toString('utf8')) === versionOf(other.toString('utf8'));
}
