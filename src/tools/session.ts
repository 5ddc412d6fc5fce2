import { isAtOrBelow, movedPath, type VaultPath } from '../vault/paths.js';
import { versionOf } from '../vault/stamp.js';

/**
 * One agent run, or one `rappel call`: remembers which version of each file it has seen, so that nothing is replaced
 * unseen. What the session writes itself counts as read.
 */
export interface Session {
  /** A file was shown, or written whole. */
  saw(path: VaultPath, text: string): void;
  /** A file was changed by this session. If it had changed unseen before that, it stays unseen. */
  changed(path: VaultPath, before: string | null, after: string): void;
  /** A file or folder has a new path. */
  moved(from: VaultPath, to: VaultPath): void;
  /** A file or folder is gone. */
  forgot(path: VaultPath): void;
  check(path: VaultPath, text: string): 'current' | 'stale' | 'unread';
}

export function createSession(): Session {
  // Versions are computed when they are asked for: most files that are read are never edited.
  const seen = new Map<VaultPath, () => string>();

  const session: Session = {
    saw(path, text) {
      seen.set(path, () => versionOf(text));
    },
    changed(path, before, after) {
      if (before === null || session.check(path, before) !== 'stale') session.saw(path, after);
    },
    moved(from, to) {
      for (const [path, version] of [...seen]) {
        const moved = movedPath(path, from, to);
        if (moved === null) continue;
        seen.delete(path);
        seen.set(moved, version);
      }
    },
    forgot(path) {
      for (const known of [...seen.keys()]) if (isAtOrBelow(known, path)) seen.delete(known);
    },
    check(path, text) {
      const version = seen.get(path);
      if (version === undefined) return 'unread';
      return version() === versionOf(text) ? 'current' : 'stale';
    },
  };
  return session;
}
