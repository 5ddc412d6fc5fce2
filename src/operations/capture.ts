import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CaptureMode, type CaptureSetting, setCaptureMode } from '../service/capture/capture-setting.js';
import { type CaptureStatus, captureStatus, sessionNamed } from '../service/capture/capture-status.js';
import type { Core } from '../service/core.js';
import type { RemovalPreview, RemovedSession } from '../service/upkeep/remove-session.js';
import { type ErrorFacts, errorFromFacts, RappelError } from '../shared/errors.js';

/** The sessions of assistants. In this process, also while a service runs: all of it is in files. */
export interface Capture {
  status(): Promise<CaptureStatus>;
  /** For one project, or for all where it is null. */
  setMode(project: string | null, mode: CaptureMode): Promise<CaptureSetting>;
  /** What `remove` would take out. A session by the start of its id. Throws `not_found`. */
  previewRemoval(session: string): Promise<RemovalPreview>;
  /**
   * Takes out everything that a session brought in, its note for good. Throws `busy` while it is read. `undo` takes out an entry of the
   * history, and keeps what was changed since: through the service, where one runs.
   */
  remove(session: string, undo: (entry: string) => Promise<unknown>): Promise<RemovedSession>;
}

export function createCapture({ vault, env, onProgress }: Core): Capture {
  return {
    status: async () => captureStatus(vault),
    setMode: async (project, mode) => setCaptureMode(vault.root, project, mode),
    async previewRemoval(name) {
      const { previewRemoval } = await import('../service/upkeep/remove-session.js');
      return previewRemoval(vault, sessionNamed(vault.root, name));
    },
    async remove(name, undo) {
      const session = sessionNamed(vault.root, name);
      const [{ openEngine }, { rebuildIndex }, { removeSession }] = await Promise.all([
        import('../service/engine/open-engine.js'),
        import('../service/engine/rebuild-index.js'),
        import('../service/upkeep/remove-session.js'),
      ]);
      const engine = await openEngine(vault, env);
      const removed = await removeSession(vault, engine, session, undo).finally(() => engine.close());
      // A database keeps what was deleted in its free pages.
      if (removed.file !== null)
        await rebuildIndex(vault, env, (done, total) => onProgress({ work: 'indexing', done, total }));
      return removed;
    },
  };
}

/** The same by a command of its own, for a service: the index is rebuilt, which must not slow down its requests. */
export async function removeByCommand({ vault, env }: Core, name: string): Promise<RemovedSession> {
  const { id } = sessionNamed(vault.root, name);
  const args = [process.argv[1]!, 'capture', 'remove', id, '--yes', '--json', '--vault', vault.root];
  const ran = promisify(execFile)(process.execPath, args, { env, cwd: vault.root });
  const { stdout } = await ran.catch(({ stdout: said }: { stdout?: string }) => ({ stdout: said ?? '' }));
  const told = parsed(stdout);
  if (told.error !== undefined) throw errorFromFacts(told.error);
  return told;
}

function parsed(json: string) {
  try {
    return JSON.parse(json) as RemovedSession & { error?: ErrorFacts };
  } catch {
    throw new RappelError('io', 'capture.not_removed');
  }
}
