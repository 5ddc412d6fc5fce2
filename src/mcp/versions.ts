import type { Session } from '../tools/session.js';
import { isAtOrBelow, movedPath, type VaultPath } from '../vault/paths.js';
import { versionOf } from '../vault/stamp.js';

/** How much of a version is shown: enough to tell any two apart, short enough to copy. */
export const IF_MATCH_LENGTH = 12;

/** The versions that one connection has seen; a request of a client without a connection starts with none. */
export type SeenVersions = Map<VaultPath, string>;

export interface CallSession extends Session {
  /** The files this call has shown or written, with their version. */
  readonly shown: ReadonlyMap<VaultPath, string>;
}

/**
 * The session of one call. `ifMatch`, where a client gives it, takes the place of what was read before: the file must be
 * that very version.
 */
export function createCallSession(seen: SeenVersions, ifMatch: string | null = null): CallSession {
  const shown: SeenVersions = new Map();

  const session: CallSession = {
    shown,
    saw(path, text) {
      const version = versionOf(text);
      seen.set(path, version);
      shown.set(path, version.slice(0, IF_MATCH_LENGTH));
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
    forgot(gone) {
      for (const path of [...seen.keys()]) if (isAtOrBelow(path, gone)) seen.delete(path);
    },
    check(path, text) {
      const version = versionOf(text);
      if (ifMatch !== null) return version.startsWith(ifMatch) ? 'current' : 'stale';
      const known = seen.get(path);
      if (known === undefined) return 'unread';
      return known === version ? 'current' : 'stale';
    },
  };
  return session;
}
