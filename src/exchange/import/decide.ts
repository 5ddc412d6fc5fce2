import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { readBytes } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { parsePath, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import { portablePath } from '../../vault/portable-names.js';
import type { Vault } from '../../vault/vault.js';
import type { KnownImport } from './gone-notes.js';
import type { ImportItem } from './item.js';
import { textId } from './notes/note-id.js';
import type { Prepared } from './prepare.js';
import { contentHash } from './source-fields.js';

/** `known`: imported before, and unchanged at the source. `update`: imported before, and changed at the source since. */
interface Decision {
  action: 'new' | 'update' | 'known';
  path: VaultPath;
}

/** The decision about the file whose text an item is. */
type Owner = { action: string } | undefined;

/** Decides what happens to each item of an import and gives it a path of its own. */
export function createDecider(vault: Vault, known: ReadonlyMap<string, KnownImport>, into: VaultPath) {
  const taken = new Set<string>();
  /** Of each path without a number: the next one to look at, and paths with a number that the vault has. */
  const numbers = new Map<VaultPath, { next: number; inVault: VaultPath[] }>();

  /** Throws if the item is left out; the message says why. */
  return (item: ImportItem, prepared: Prepared, owner: Owner): Decision => {
    const decision = decide(item, prepared, owner);
    taken.add(decision.path.toLowerCase());
    return decision;
  };

  function decide(item: ImportItem, prepared: Prepared, owner: Owner): Decision {
    const earlier = known.get(item.sourceId);
    if (earlier !== undefined && owner?.action === 'update') return { action: 'update', path: earlier.path };
    if (earlier !== undefined && owner?.action !== 'new') return decideKnown(earlier, prepared);
    const wanted = parsePath(`${showPath(into, 'folder')}${portablePath(item.name)}`);
    if (isFree(wanted)) return { action: 'new', path: wanted };
    if (isThere(wanted, prepared)) return { action: 'known', path: wanted };
    if (isOwnCopy(item, wanted)) return { action: 'update', path: wanted };
    if (!isMarkdown(wanted)) throw new RappelError('exists', 'import.other_file', { file: showPath(wanted) });
    return decideNumbered(wanted, prepared);
  }

  /** Every number is looked at once, but those of files in the vault for each item: one may have its content. */
  function decideNumbered(wanted: VaultPath, prepared: Prepared): Decision {
    const seen = numbers.get(wanted) ?? { next: 2, inVault: [] };
    numbers.set(wanted, seen);
    const there = seen.inVault.find((path) => isThere(path, prepared));
    if (there !== undefined) return { action: 'known', path: there };
    for (;;) {
      const path = recordedPath(wanted.replace(/\.[^.]+$/, (ending) => `-${seen.next}${ending}`));
      seen.next++;
      if (isFree(path)) return { action: 'new', path };
      if (taken.has(path.toLowerCase())) continue;
      if (isThere(path, prepared)) return { action: 'known', path };
      seen.inVault.push(path);
    }
  }

  function decideKnown({ path, hash }: { path: VaultPath; hash: string }, prepared: Prepared): Decision {
    if (hash === prepared.hash) return { action: 'known', path };
    const current = readBytes(vault.locate(path)).toString('utf8');
    if (contentHash(current) === hash) return { action: 'update', path };
    throw changedHere(path);
  }

  /**
   * Whether an earlier import put the copy there: its text is beside it. Throws where either was changed since, because they are updated
   * together. A copy has the time of its source, and its text names that time.
   */
  function isOwnCopy({ sourceId }: ImportItem, path: VaultPath): boolean {
    const text = known.get(textId(sourceId));
    // `plan.pdf.md`, or `Tasks.md` with the table of `Tasks.csv`.
    const besides = [`${path}.md`, path.replace(/\.[^./]+$/, '.md')];
    if (text === undefined || !besides.includes(text.path)) return false;
    const current = readBytes(vault.locate(text.path)).toString('utf8');
    const { mtime } = vault.locate(path).stats!;
    const isAsImported = fieldOf(splitFrontmatter(current).yaml, 'updated') === localTimestamp(mtime);
    if (!isAsImported || contentHash(current) !== text.hash) throw changedHere(path);
    return true;
  }

  function isFree(path: VaultPath): boolean {
    return !taken.has(path.toLowerCase()) && vault.locate(path).kind === 'missing';
  }

  /** The same content under the same name: imported before, or copied by hand. */
  function isThere(path: VaultPath, prepared: Prepared): boolean {
    const place = vault.locate(path);
    if (place.kind !== 'file' || taken.has(path.toLowerCase())) return false;
    const current = readBytes(place);
    if (prepared.hash !== null) return contentHash(current.toString('utf8')) === prepared.hash;
    return current.equals(prepared.bytes());
  }
}

function changedHere(path: VaultPath): RappelError {
  return new RappelError('exists', 'import.changed_both', { file: showPath(path) });
}
