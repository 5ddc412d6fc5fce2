import { isAtOrBelow, movedPath, recordedPath, type VaultPath } from '../vault/paths.js';
import { versionOf } from '../vault/stamp.js';

/** Versions of files by path, which a caller passes from one call to the next. A version may be shortened. */
export type SeenVersions = Readonly<Record<string, string>>;

/**
 * One agent run or one `rappel call`: remembers which version of each file it has seen, so that no file is replaced
 * unseen. Files written by the session count as read.
 */
export interface Session {
  /** A file was shown, or written completely. */
  saw(path: VaultPath, text: string): void;
  /** These lines of a file were shown, from the line `first` on. */
  showed(path: VaultPath, first: number, lines: readonly string[]): void;
  /** Whether the line with this number was shown, and said the same. */
  hasShown(path: VaultPath, number: number, line: string): boolean;
  /** This session changed a file. If the file had changed unseen before that, it stays unseen. */
  changed(path: VaultPath, before: string | null, after: string): void;
  /** A file or folder has a new path. */
  moved(from: VaultPath, to: VaultPath): void;
  /** A file or folder is gone. */
  forgot(path: VaultPath): void;
  check(path: VaultPath, text: string): 'current' | 'stale' | 'unread';
  /** Everything that counts as read now. */
  seen(): SeenVersions;
  /** Files that this session itself has shown or written. */
  shown(): SeenVersions;
}

/** `before`: what the caller has seen in earlier sessions. */
export function createSession(before: SeenVersions = {}): Session {
  // Versions are computed on demand: most files that are read are never edited.
  const seen = new Map<VaultPath, () => string>();
  const shown = new Set<VaultPath>();
  const lines = new Map<VaultPath, Map<number, string>>();
  for (const [path, version] of Object.entries(before)) seen.set(recordedPath(path), () => version);

  const session: Session = {
    saw(path, text) {
      let version: string | undefined;
      seen.set(path, () => (version ??= versionOf(text)));
      shown.add(path);
    },
    showed(path, first, texts) {
      const known = lines.get(path) ?? new Map<number, string>();
      lines.set(path, known);
      texts.forEach((text, index) => {
        known.set(first + index, text);
      });
    },
    hasShown: (path, number, line) => lines.get(path)?.get(number) === line,
    changed(path, before, after) {
      if (before === null || session.check(path, before) !== 'stale') session.saw(path, after);
    },
    moved(from, to) {
      for (const [path, version] of [...seen]) {
        const moved = movedPath(path, from, to);
        if (moved === null) continue;
        seen.delete(path);
        seen.set(moved, version);
        if (shown.delete(path)) shown.add(moved);
      }
    },
    forgot(path) {
      for (const known of [...seen.keys()]) {
        if (!isAtOrBelow(known, path)) continue;
        seen.delete(known);
        shown.delete(known);
      }
    },
    check(path, text) {
      const version = seen.get(path);
      if (version === undefined) return 'unread';
      return versionOf(text).startsWith(version()) ? 'current' : 'stale';
    },
    seen: () => Object.fromEntries([...seen].map(([path, version]) => [path, version()])),
    shown: () => Object.fromEntries([...shown].map((path) => [path, seen.get(path)!()])),
  };
  return session;
}
