import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { type Bytes, decodeText, isText, readBytes, stale, writeIfUnchanged } from '../../vault/files.js';
import { setFields, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { versionOf } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { createGit } from './git.js';
import type { FileVersions, History, HistoryEntry } from './history.js';

/**
 * Takes an entry back. Later changes elsewhere in the same files are kept; where they overlap, nothing at all is
 * changed and the error names the files.
 */
export async function undoEntry(vault: Vault, history: History, id: string): Promise<HistoryEntry> {
  const entry = await history.find(id);
  const plans: Plan[] = [];
  const refusals: string[] = [];
  for (const versions of await history.versions(id)) {
    const plan = await planFor(vault, versions);
    if (typeof plan === 'string') refusals.push(`${showPath(versions.path)} ${plan}`);
    else plans.push(plan);
  }
  if (refusals.length > 0) {
    throw new RappelError('stale', `this can't be undone: ${refusals.join('; ')}`, {
      hint: `See what changed with: rappel history PATH, or take one file back with: rappel restore PATH --at ${id}`,
    });
  }
  await recordEdits(history, plans);
  for (const plan of plans) apply(vault, plan);
  for (const { place, next } of plans) if (next === null) removeEmptyFolders(vault, place.path);
  const undone = await history.record({
    source: 'undo',
    reason: `Undid: ${entry.reason}`,
    input: entry.input,
    paths: plans.map(({ place }) => place.path),
  });
  if (undone !== null) return undone;
  throw new RappelError('no_match', 'there is nothing left to undo: the files are as they were before', {
    hint: 'List the entries with: rappel history',
  });
}

/** Puts a file or folder back to what it was; what was created since then in a folder stays. */
export async function restorePath(
  vault: Vault,
  history: History,
  path: VaultPath,
  at: { id: string } | { time: Date },
) {
  const files = await history.filesAt(path, at);
  if (files.size === 0) {
    throw new RappelError('not_found', 'was not in the history then', {
      path: showPath(path),
      hint: `See its entries with: rappel history ${showPath(path)}`,
    });
  }
  const plans = [...files].map(([file, bytes]): Plan => ({ ...placeNow(vault, file), next: bytes }));
  await recordEdits(history, plans);
  for (const plan of plans) apply(vault, plan);
  const when = 'id' in at ? at.id : localTimestamp(at.time).slice(0, 16).replace('T', ' ');
  const reason = `Restored ${showPath(path)} as of ${when}`;
  return history.record({ source: 'restore', reason, paths: [...files.keys()] });
}

/** What somebody wrote since the last entry is recorded before anything takes its place: it can be brought back as well. */
async function recordEdits(history: History, plans: readonly Plan[]): Promise<void> {
  await history.record({ source: 'outside', paths: plans.map(({ place }) => place.path) });
}

interface Plan {
  place: Place;
  /** What the plan was made for; it is refused if that changed meanwhile. */
  current: Bytes | null;
  next: Bytes | null;
}

/** What to do with one file, or the reason why it can't be done. */
async function planFor(vault: Vault, { path, before, after }: FileVersions): Promise<Plan | string> {
  const kind = vault.locate(path).kind;
  if (kind === 'folder' || kind === 'other') return 'is a folder now';
  const { place, current } = placeNow(vault, path);
  if (isSame(path, current, before)) return { place, current, next: current };
  if (isSame(path, current, after)) return { place, current, next: before };
  if (current === null) return 'was deleted since';
  if (before === null || after === null) return 'was changed since';
  if (![current, before, after].every(isText)) return 'was changed since';
  const merged = await merge(current.toString('utf8'), after.toString('utf8'), before.toString('utf8'));
  return merged === null
    ? 'was changed since in the same lines'
    : { place, current, next: Buffer.from(merged) };
}

function isSame(path: VaultPath, a: Bytes | null, b: Bytes | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.equals(b)) return true;
  return (
    isMarkdown(path) &&
    isText(a) &&
    isText(b) &&
    versionOf(a.toString('utf8')) === versionOf(b.toString('utf8'))
  );
}

function placeNow(vault: Vault, path: VaultPath): { place: Place; current: Bytes | null } {
  const place = vault.locate(path);
  return { place, current: place.kind === 'missing' ? null : readBytes(place) };
}

function apply(vault: Vault, { place, current, next }: Plan): void {
  if (next === null) {
    if (place.kind !== 'missing') vault.remove(place);
    return;
  }
  if (current?.equals(next)) return;
  if (!isMarkdown(place.path) || !isText(next)) {
    writeIfUnchanged(place, current, next);
    return;
  }
  const expected = current === null ? null : decodeText(current, place.shown);
  vault.save(place, (now) => {
    if (now !== expected) throw stale(place.shown);
    return next.toString('utf8');
  });
}

/** The folders that held only what is taken back go with it; those at the top of the vault stay. */
function removeEmptyFolders(vault: Vault, path: VaultPath): void {
  const folders = path.split('/').slice(0, -1);
  try {
    for (; folders.length > 1; folders.pop()) rmdirSync(join(vault.root, ...folders));
  } catch {
    // Not empty, or gone already.
  }
}

/** A three-way merge that never sees the stamped fields, which differ between any two versions. Null on a conflict. */
async function merge(current: string, base: string, other: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-merge-'));
  try {
    const [mine, common, theirs] = [current, base, other].map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, unstamped(text));
      return file;
    });
    const git = createGit(folder);
    const { code, out } = await git(['merge-file', '-p', '--quiet', mine!, common!, theirs!], {
      okCodes: Array.from({ length: 128 }, (_, conflicts) => conflicts),
    });
    return code === 0 ? out.toString('utf8') : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unstamped(text: string): string {
  if (splitFrontmatter(text).yaml === null) return text;
  return setFields(text, { updated: '0', tokens: '0' });
}
