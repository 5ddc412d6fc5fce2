import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { readBytes } from '../../vault/files.js';
import { joinPath, parsePath, printable, ROOT, type VaultPath } from '../../vault/paths.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { createDecider } from './decide.js';
import { goneNotes, type KnownImport, pairRenamed } from './gone-notes.js';
import { createCount, type ImportSource, isSkipped, type LeftOut, type SkippedItem } from './item.js';
import { knownImports } from './known-imports.js';
import { prepare } from './prepare.js';

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
