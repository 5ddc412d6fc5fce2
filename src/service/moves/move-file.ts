import { z } from 'zod';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { move as moveTool } from '../../tools/move.js';
import { createSession } from '../../tools/session.js';
import { readText } from '../../vault/files.js';
import { type LinkMove, rewriteLinks } from '../../vault/links/rewrite-links.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { relationOf } from '../../vault/same-file.js';
import { versionOf } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { LeftChangeset } from '../changes/changeset.js';
import { type RecordedVault, recordChanges } from '../changes/record-changes.js';
import type { LinkIndex } from '../links/link-index.js';
import { finishedMove, planMove } from '../links/plan-move.js';
import { withLock } from '../locks/lock.js';
import { storedPath } from '../state/stored-fields.js';

/** The links that a move would change. */
export interface MovePreview {
  notes: number;
  links: number;
}

export interface MovedFile extends MovePreview {
  /** Notes whose links could not be changed, `vault/…`; the move is done all the same. */
  failed: string[];
  warning: string | null;
}

interface MoveDeps extends RecordedVault {
  links: LinkIndex;
  engine(): Promise<SearchEngine>;
  onProgress: OnProgress;
}

export async function previewMove(
  { vault, links }: Pick<MoveDeps, 'vault' | 'links'>,
  from: string,
  to: string,
): Promise<MovePreview> {
  const { notes } = await planMove(links, vault.resolve(from).path, vault.resolve(to).path);
  return { notes: notes.length, links: notes.reduce((sum, note) => sum + note.links, 0) };
}

/**
 * Moves a file or folder as the tool does; then every link that led to it, or from it, leads where it did. One entry. A
 * move that is killed half-way is finished by `finishMove`.
 */
export async function moveFile(deps: MoveDeps, from: string, to: string): Promise<MovedFile> {
  return withLock(deps.vault.root, 'move', async () => {
    await deps.recover();
    const [source, target] = [deps.vault.resolve(from), deps.vault.resolve(to)];
    const { move, notes: found } = await planMove(deps.links, source.path, target.path);
    const notes = await planTexts(deps.vault, found, move);
    const links = found.reduce((sum, note) => sum + note.links, 0);
    const shown = showPath(target.path, source.kind === 'folder' ? 'folder' : 'file');
    const plan = { do: 'move', from: source.path, to: target.path, notes };
    const planned = `moved ${source.shown} to ${shown}${linksIn({ notes: found.length, links })}`;
    let done: Rewritten = { notes: 0, links: 0, failed: [] };
    let reason = '';
    const { warning } = await recordChanges(
      deps,
      {
        source: 'page',
        reason: () => reason + linksIn(done),
        killed: { unfinished: 'finish', plan, reason: planned },
      },
      async (vault) => {
        const context = { vault, session: createSession(), engine: deps.engine };
        reason = (await moveTool.call({ from, to }, context)).text;
        done = await rewriteAll(vault, notes, move, deps.onProgress);
      },
    );
    return { ...done, warning };
  });
}

/** Finishes a move that was killed half-way; if it had not begun, there is nothing to finish. */
export async function finishMove(deps: MoveDeps, { id, entry, plan }: LeftChangeset): Promise<void> {
  const { vault } = deps;
  const found = planSchema.safeParse(plan);
  if (!found.success || !hasBegun(vault, found.data)) return;
  const { from, to, notes } = found.data;
  await deps.withWriter(async (announce) => {
    announce();
    // A file has both names for a moment.
    if (vault.locate(from).kind !== 'missing') vault.move(vault.locate(from), vault.locate(to));
    const move = await finishedMove(deps.links, from, to);
    await rewriteAll(vault, notes, move, deps.onProgress);
    const paths = [from, to, ...notes.map(({ path }) => move.moved(path))];
    await deps.afterChanges(paths, { ...entry, id });
  });
}

/** A note whose links a move changes. */
interface PlannedNote {
  /** Where it is before the move. */
  path: VaultPath;
  /** Identifies its text with the changed links, like `versionOf`. */
  after: string;
}

const planSchema = z.object({
  from: storedPath(),
  to: storedPath(),
  notes: z.array(z.object({ path: storedPath(), after: z.string() })),
});

function hasBegun(vault: Vault, { from, to }: { from: VaultPath; to: VaultPath }): boolean {
  const [source, target] = [vault.locate(from), vault.locate(to)];
  if (target.kind === 'missing') return false;
  return source.kind === 'missing' || relationOf(source.entry, target.entry) === 'hardlinks';
}

/** Which text each note will have: by it, a note is known whose links were changed before a kill. */
async function planTexts(
  vault: Vault,
  notes: readonly Pick<PlannedNote, 'path'>[],
  move: LinkMove,
): Promise<PlannedNote[]> {
  const yieldToEventLoop = createYielder();
  const planned: PlannedNote[] = [];
  for (const { path } of notes) {
    await yieldToEventLoop();
    try {
      const { text } = rewriteLinks(readText(vault.locate(path)), path, move);
      planned.push({ path, after: versionOf(text) });
    } catch (error) {
      // It can't be read now; writing it will say why.
      if (!(error instanceof RappelError)) throw error;
      planned.push({ path, after: '' });
    }
  }
  return planned;
}

interface Rewritten extends MovePreview {
  failed: string[];
}

/** Changes the links of notes that are not changed yet. */
async function rewriteAll(
  vault: Vault,
  notes: readonly PlannedNote[],
  move: LinkMove,
  onProgress: OnProgress,
): Promise<Rewritten> {
  const done: Rewritten = { notes: 0, links: 0, failed: [] };
  for (let at = 0; at < notes.length; at += GROUP) {
    const group = notes.slice(at, at + GROUP);
    const places = group.map(({ path }) => vault.locate(move.moved(path)));
    const counts = new Map<string, number>();
    const planned = new Map(places.map(({ path }, index) => [path, group[index]!]));
    const results = await vault.saveTogether(places, (current, place) => {
      onProgress({ work: 'linking', done: at, total: notes.length });
      const { path, after } = planned.get(place.path)!;
      if (versionOf(current) === after) return current;
      const { text, count } = rewriteLinks(current, path, move);
      counts.set(place.shown, count);
      return text;
    });
    for (const [index, { shown }] of places.entries()) {
      if (results[index] instanceof RappelError) done.failed.push(shown);
      else {
        done.links += counts.get(shown) ?? 0;
        done.notes += Math.sign(counts.get(shown) ?? 0);
      }
    }
  }
  onProgress({ work: 'linking', done: notes.length, total: notes.length });
  return done;
}

/** So many notes wait for the disk together. */
const GROUP = 20;

function linksIn({ links, notes }: MovePreview): string {
  return links === 0 ? '' : `; updated ${links} links in ${notes} notes`;
}
