import { createYielder } from '../../shared/yield-to-event-loop.js';
import { createNoteNames, lastKey } from '../../vault/links/note-names.js';
import { resolveLink } from '../../vault/links/resolve-link.js';
import type { LinkMove } from '../../vault/links/rewrite-links.js';
import { isAtOrBelow, movedPath, type VaultPath } from '../../vault/paths.js';
import type { LinkIndex } from './link-index.js';

/** What a move of a file or folder does to links. */
interface MovePlan {
  move: LinkMove;
  /** The notes whose text changes, where they are before the move, with the number of their links that change. */
  notes: { path: VaultPath; links: number }[];
}

/** Compares where every link that may be concerned leads before and after the move. */
export async function planMove(index: LinkIndex, from: VaultPath, to: VaultPath): Promise<MovePlan> {
  await index.refresh(true);
  const yieldToEventLoop = createYielder();
  const moved = (path: VaultPath) => movedPath(path, from, to) ?? path;
  // Not the names of the index: they follow the files, while links are still being changed.
  const [before, after] = [createNoteNames(), createNoteNames()];
  const concerned = new Set<VaultPath>();
  const keys = new Set([lastKey(from), lastKey(to)]);
  for (const path of index.paths()) {
    before.add(path, index.aliasesOf(path));
    after.add(moved(path), index.aliasesOf(path));
    if (!isAtOrBelow(path, from)) continue;
    concerned.add(path);
    for (const key of [lastKey(path), lastKey(moved(path))]) keys.add(key);
  }
  for (const key of keys) for (const path of index.linking(key)) concerned.add(path);
  const move = { before, after, moved };
  const notes: MovePlan['notes'] = [];
  for (const path of concerned) {
    const links = index.linksOf(path).filter((link) => {
      const target = resolveLink(link, path, before);
      return target !== null && resolveLink(link, moved(path), after) !== moved(target);
    });
    if (links.length > 0) notes.push({ path, links: links.length });
    await yieldToEventLoop();
  }
  return { move, notes };
}

/** The same move after it was made, for links that still lead to where the files were. */
export async function finishedMove(index: LinkIndex, from: VaultPath, to: VaultPath): Promise<LinkMove> {
  await index.refresh(true);
  const [before, after] = [createNoteNames(), createNoteNames()];
  for (const path of index.paths()) {
    before.add(movedPath(path, to, from) ?? path, index.aliasesOf(path));
    after.add(path, index.aliasesOf(path));
  }
  return { before, after, moved: (path) => movedPath(path, from, to) ?? path };
}
