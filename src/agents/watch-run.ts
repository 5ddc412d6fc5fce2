import type { Bytes } from '../vault/files.js';
import { isAtOrBelow, movedPath, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';

/** What a run has changed so far, at the paths where it lies now. */
export interface RunChanges {
  /** Texts as they were found (null for a new file) and as they are. */
  readonly texts: ReadonlyMap<VaultPath, { before: string | null; after: string }>;
  /** New files that are not text. */
  readonly created: ReadonlyMap<VaultPath, Bytes>;
  /** Where it wrote or moved something to, in order. */
  readonly places: readonly VaultPath[];
  /** Whether anything was written, moved or deleted. */
  readonly isChanged: boolean;
  /** Where something lies that was at `path` before the run; null if the run has deleted it. */
  whereIs(path: VaultPath): VaultPath | null;
}

/** The same vault, with a record of what is changed through it. */
export function watchRun(vault: Vault): { vault: Vault; changes: RunChanges } {
  const texts = new Map<VaultPath, { before: string | null; after: string }>();
  const created = new Map<VaultPath, Bytes>();
  const places: VaultPath[] = [];
  const moves: { from: VaultPath; to: VaultPath | null }[] = [];
  let isChanged = false;
  const watched: Vault = {
    ...vault,
    save(place, change) {
      const saved = vault.save(place, change);
      if (saved.before === saved.after) return saved;
      isChanged = true;
      places.push(place.path);
      const first = texts.get(place.path);
      texts.set(place.path, {
        before: first === undefined ? saved.before : first.before,
        after: saved.after,
      });
      return saved;
    },
    create(place, bytes) {
      vault.create(place, bytes);
      isChanged = true;
      places.push(place.path);
      created.set(place.path, bytes);
    },
    move(from, to) {
      vault.move(from, to);
      isChanged = true;
      places.push(to.path);
      moves.push({ from: from.path, to: to.path });
      for (const files of [texts, created] as Map<VaultPath, never>[])
        for (const [path, known] of [...files]) {
          const moved = movedPath(path, from.path, to.path);
          if (moved === null) continue;
          files.delete(path);
          files.set(moved, known);
        }
    },
    remove(place, batch) {
      vault.remove(place, batch);
      isChanged = true;
      moves.push({ from: place.path, to: null });
      for (const files of [texts, created])
        for (const path of [...files.keys()]) if (isAtOrBelow(path, place.path)) files.delete(path);
    },
  };
  return {
    vault: watched,
    changes: {
      texts,
      created,
      places,
      get isChanged() {
        return isChanged;
      },
      whereIs: (path) =>
        moves.reduce<VaultPath | null>((at, { from, to }) => {
          if (at === null || !isAtOrBelow(at, from)) return at;
          return to === null ? null : movedPath(at, from, to);
        }, path),
    },
  };
}
