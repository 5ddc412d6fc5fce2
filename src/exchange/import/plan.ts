import { posix } from 'node:path';
import { localDate, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { readStartOrNull } from '../../shared/read-or-null.js';
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
import { walk } from '../../vault/scan.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { BECOME_NOTES } from './documents/formats.js';
import {
  createCount,
  type ImportItem,
  type ImportSource,
  isSkipped,
  type LeftOut,
  type SkippedItem,
} from './item.js';
import { noteId, textId } from './notes/note-id.js';
import { type Prepared, prepare } from './prepare.js';
import { contentHash, sourceFieldsOf } from './source-fields.js';

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
  /** The text that an update replaces, regardless of its stamps: one that was changed since stays. */
  seen?: string;
  sourceId: string;
  tokens: number;
  created: string | null;
  note: string | null;
  leftOut: LeftOut;
}

export interface ImportPlan {
  files: PlannedFile[];
  skipped: SkippedItem[];
  /** Notes of an earlier import that are not in this source. They stay. */
  gone: VaultPath[];
  /** How many of each kind the texts of new and changed files lack. */
  leftOut: LeftOut;
  secrets: { path: VaultPath; line: number; what: string }[];
}

/** The destination of `--into`: the bucket of a project, or the folder itself; by default the vault's own bucket. */
export function destinationOf(into: string | undefined): VaultPath {
  const path = into === undefined ? joinPath(ROOT, 'bucket') : parsePath(into);
  if (path === 'inbox' || path.startsWith('inbox/')) {
    throw new RappelError('invalid_input', 'import.into_inbox');
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
  const decide = createDecider(vault, known, options.into);
  const leftOut = createCount();
  const plan: ImportPlan = { files: [], skipped: [], gone: [], leftOut: leftOut.all, secrets: [] };
  const met = new Set<string>();
  const refused = new Set<string>();
  const byId = new Map<string, PlannedFile>();
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
      const owner = offer.textOf === undefined ? undefined : byId.get(offer.textOf);
      const decision = decide(offer, prepared, owner);
      const file: PlannedFile = {
        ...decision,
        ...(decision.action === 'update' && { seen: versionAt(vault, decision.path) }),
        from,
        sourceId: offer.sourceId,
        tokens: prepared.tokens,
        created: offer.created === null ? null : localDate(offer.created),
        note: offer.note ?? null,
        leftOut: offer.leftOut ?? {},
      };
      plan.files.push(file);
      byId.set(file.sourceId, file);
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
  const gone = goneNotes(known, met, source, options.into);
  // Items of a complete export keep their ids when they are renamed.
  const renamed = source.completeKind === null ? pairRenamed(gone, fresh) : new Map<never, KnownImport>();
  for (const [{ file }, { path }] of renamed) Object.assign(file, { action: 'move', was: path });
  const moved = new Set(renamed.values());
  plan.gone = gone.filter((note) => !moved.has(note)).map(({ path }) => path);
  return plan;
}

function versionAt(vault: Vault, path: VaultPath): string {
  return versionOfBytes(readBytes(vault.locate(path)));
}

/** Where earlier imports are now, by source id, wherever they were moved. */
async function knownImports(vault: Vault): Promise<Map<string, KnownImport>> {
  const known = new Map<string, KnownImport>();
  const yieldToEventLoop = createYielder();
  // Skips folders that can't be listed: at worst something is imported again.
  for (const { kind, path, address } of walk(vault.root, vault.root, ROOT, () => {})) {
    await yieldToEventLoop();
    if (kind !== 'file' || !isMarkdown(path)) continue;
    const fields = sourceFieldsOf(readStartOrNull(address, MOST_HEAD)?.toString('utf8') ?? '');
    if (fields !== null) known.set(fields.id, { path, hash: fields.hash, place: fields.place });
  }
  return known;
}

/** Frontmatter longer than this is not ours. */
const MOST_HEAD = 16 * 1024;

/** `known`: imported before, and unchanged at the source. `update`: imported before, and changed at the source since. */
interface Decision {
  action: 'new' | 'update' | 'known';
  path: VaultPath;
}

/** The decision about the file whose text an item is. */
type Owner = { action: string } | undefined;

/** Decides what happens to each item of an import and gives it a path of its own. */
function createDecider(vault: Vault, known: ReadonlyMap<string, KnownImport>, into: VaultPath) {
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

interface KnownImport {
  path: VaultPath;
  hash: string;
  place: string | null;
}

/**
 * Notes that an earlier import of the same folder brought, that are still where it put them, and whose file is not at the
 * source any more: it was deleted or renamed. A place is an id made of the path at the source, so the path in the vault proves it.
 * Items of a complete export have ids of their program: all that it lacks are gone, unless none of them was imported before. Then it is that of
 * another account.
 */
export function goneNotes(
  known: ReadonlyMap<string, KnownImport>,
  met: ReadonlySet<string>,
  { path: origin, completeKind }: Pick<ImportSource, 'path' | 'completeKind'>,
  into: VaultPath,
): KnownImport[] {
  const start = into === '' ? '' : `${into}/`;
  const isOfProgram = (id: string) => completeKind !== null && id.startsWith(`${completeKind}:`);
  const isKnownAccount = [...met].some((id) => isOfProgram(id) && known.has(id));
  return [...known].flatMap(([id, note]) => {
    if (met.has(id) || !note.path.startsWith(start)) return [];
    if (isOfProgram(id)) return isKnownAccount ? [note] : [];
    const name = note.path.slice(start.length).split('/').slice(1).join('/');
    const was = note.place ?? id;
    const isFile = placesOf(name).some(
      ({ place, isText }) => (isText ? textId(noteId(origin, place)) : noteId(origin, place)) === was,
    );
    const isConversation = mailboxesOf(name).some((place) => was.startsWith(`${noteId(origin, place)}-`));
    return isFile || isConversation ? [note] : [];
  });
}

/** The mailbox that a conversation may have been in: its note is in a folder of that name. */
function mailboxesOf(name: string): string[] {
  const folder = posix.dirname(name);
  return folder === '.' ? [] : [folder, `${folder}.mbox`];
}

/** Where the file of a note may have been at the source. */
function placesOf(name: string): { place: string; isText: boolean }[] {
  const stem = name.replace(/\.md$/, '');
  // The text of a PDF or a canvas is named after its file; a document that became a note lost its ending.
  const files = [name, stem, ...BECOME_NOTES.map((ending) => `${stem}.${ending}`)];
  return files.flatMap((place) => [
    { place, isText: false },
    { place, isText: true },
  ]);
}

/** Pairs each new file with the gone note of the same content, where there is one of each. */
function pairRenamed<New extends { hash: string | null }>(
  gone: readonly KnownImport[],
  fresh: readonly New[],
): Map<New, KnownImport> {
  const only = <Item extends { hash: string | null }>(items: readonly Item[], hash: string) => {
    const found = items.filter((item) => item.hash === hash);
    return found.length === 1 ? found[0]! : null;
  };
  const pairs = new Map<New, KnownImport>();
  for (const note of gone) {
    const file = only(gone, note.hash) === null ? null : only(fresh, note.hash);
    if (file !== null) pairs.set(file, note);
  }
  return pairs;
}
