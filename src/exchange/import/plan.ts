import { localDate, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { readBytes } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import {
  joinPath,
  parsePath,
  printable,
  ROOT,
  recordedPath,
  showPath,
  type VaultPath,
} from '../../vault/paths.js';
import { portablePath } from '../../vault/portable-names.js';
import type { Vault } from '../../vault/vault.js';
import { goneNotes, pairRenamed } from './gone-notes.js';
import {
  createCount,
  type ImportItem,
  type ImportSource,
  isSkipped,
  type LeftOut,
  type SkippedItem,
} from './item.js';
import { knownImports } from './known-imports.js';
import { textId } from './notes/note-id.js';
import { type Prepared, prepare } from './prepare.js';
import { contentHash } from './source-fields.js';

export interface ImportOptions {
  /** The destination folder. */
  into: VaultPath;
  skipSecrets: boolean;
}

export interface PlannedFile {
  /**
   * `known`: imported before, and unchanged at the source. `update`: imported before, and changed at the source since.
   * `move`: imported before, and renamed at the source since; its copy moves along, with what was changed in it.
   */
  action: 'new' | 'update' | 'move' | 'known';
  from: string;
  path: VaultPath;
  /** Where the copy of a renamed note is. */
  was?: VaultPath;
  sourceId: string;
  tokens: number;
  created: string | null;
  note: string | null;
  leftOut: LeftOut;
}

export interface ImportPlan {
  files: PlannedFile[];
  skipped: SkippedItem[];
  /** Notes of an earlier import that are not at the source any more. They stay. */
  gone: VaultPath[];
  /** How many of each kind the texts of new and changed files lack. */
  leftOut: LeftOut;
  secrets: { path: VaultPath; line: number; what: string }[];
}

/** The destination of `--into`: the bucket of a project, or the folder itself; by default the vault's own bucket. */
export function destinationOf(into: string | undefined): VaultPath {
  const path = into === undefined ? joinPath(ROOT, 'bucket') : parsePath(into);
  if (path === 'inbox' || path.startsWith('inbox/')) {
    throw new RappelError('invalid_input', 'the inbox is for questions, not for files', {
      hint: 'Name a project, like --into projects/startup-x, or a folder.',
    });
  }
  return /^projects\/[^/]+$/.test(path) ? joinPath(path, 'bucket') : path;
}

/** Reads the whole source and decides what would happen to each item. Writes nothing. */
export async function planImport(
  vault: Vault,
  source: ImportSource,
  options: ImportOptions,
  onProgress: (done: number) => void = () => {},
): Promise<ImportPlan> {
  const known = await knownImports(vault);
  const leftOut = createCount();
  const plan: ImportPlan = { files: [], skipped: [], gone: [], leftOut: leftOut.all, secrets: [] };
  const taken = new Set<string>();
  const met = new Set<string>();
  const refused = new Set<string>();
  const fresh: { file: PlannedFile; hash: string | null }[] = [];
  const yieldToEventLoop = createYielder();
  for await (const offer of source.offers()) {
    await yieldToEventLoop();
    onProgress(plan.files.length + plan.skipped.length);
    // Names of a source are shown before the user has agreed to import them.
    const from = printable(offer.from);
    if (isSkipped(offer)) {
      plan.skipped.push({ from, skipped: offer.skipped });
      continue;
    }
    // An image that two conversations show, or a conversation that is in the export twice.
    if (met.has(offer.sourceId)) continue;
    met.add(offer.sourceId);
    if (offer.textOf !== undefined && refused.has(offer.textOf)) continue;
    try {
      const prepared = prepare(offer, { ...options, clock: vault.clock });
      const decision = decide(offer, prepared);
      taken.add(decision.path.toLowerCase());
      const file: PlannedFile = {
        ...decision,
        from,
        sourceId: offer.sourceId,
        tokens: prepared.tokens,
        created: offer.created === null ? null : localDate(offer.created),
        note: offer.note ?? null,
        leftOut: offer.leftOut ?? {},
      };
      plan.files.push(file);
      if (file.action === 'new') fresh.push({ file, hash: prepared.hash });
      if (decision.action === 'known') continue;
      for (const [kind, count] of Object.entries(offer.leftOut ?? {})) leftOut.add(kind, count);
      for (const secret of prepared.secrets()) plan.secrets.push({ path: decision.path, ...secret });
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      refused.add(offer.sourceId);
      plan.skipped.push({ from, skipped: error.message });
    }
  }
  const gone = goneNotes(known, met, source.path, options.into);
  const renamed = pairRenamed(gone, fresh);
  for (const [{ file }, { path }] of renamed) Object.assign(file, { action: 'move', was: path });
  const moved = new Set(renamed.values());
  plan.gone = gone.filter((note) => !moved.has(note)).map(({ path }) => path);
  return plan;

  /** Throws if the item is left out; the message says why. */
  function decide(item: ImportItem, prepared: Prepared): Pick<PlannedFile, 'action' | 'path'> {
    const earlier = known.get(item.sourceId);
    const { textOf: owner } = item;
    const ofFile = owner === undefined ? undefined : plan.files.find(({ sourceId }) => sourceId === owner);
    if (earlier !== undefined && ofFile?.action === 'update') return { action: 'update', path: earlier.path };
    if (earlier !== undefined && ofFile?.action !== 'new') return decideKnown(earlier, prepared);
    const wanted = parsePath(`${showPath(options.into, 'folder')}${portablePath(item.name)}`);
    if (isFree(wanted)) return { action: 'new', path: wanted };
    if (isThere(wanted, prepared)) return { action: 'known', path: wanted };
    if (isOwnCopy(item, wanted)) return { action: 'update', path: wanted };
    if (!isMarkdown(wanted)) throw new RappelError('exists', `another file is at ${showPath(wanted)}`);
    for (let number = 2; ; number++) {
      const path = recordedPath(wanted.replace(/\.[^.]+$/, (ending) => `-${number}${ending}`));
      if (isFree(path)) return { action: 'new', path };
      if (isThere(path, prepared)) return { action: 'known', path };
    }
  }

  function decideKnown(
    { path, hash }: { path: VaultPath; hash: string },
    prepared: Prepared,
  ): Pick<PlannedFile, 'action' | 'path'> {
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
    if (text === undefined || text.path !== `${path}.md`) return false;
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
  return new RappelError('exists', `changed at the source and in the vault (${showPath(path)})`);
}
