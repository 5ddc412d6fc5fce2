import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, readJsonOrNull, readOrNull } from '../../shared/read-or-null.js';
import { withFileLock } from '../../vault/lock.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import { type CapturedSession, parseSession, sessionFileName } from './captured-session.js';
import { createSessionParts } from './session-parts.js';

/**
 * Sessions on disk, in `.rappel/captured`: `sessions/` has one file each, `open/` an empty one for each that did not end, `undrawn/`
 * one for each whose note has lines that the clerk was not given, and `queue/` the parts that are not filed yet. A part carries the state that it leads to, so that storing it is one step.
 */
export function sessionFiles(root: string) {
  const folder = join(root, '.rappel', 'captured');
  const [sessions, open, undrawn, queue] = ['sessions', 'open', 'undrawn', 'queue'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const stateOf = (id: string) => join(sessions, `${sessionFileName(id)}.json`);

  /** Names of files are made of ids; the files hold the ids. */
  function idsIn(marks: string, names = namesIn(marks)): string[] {
    return names.map((name) => readOrNull(join(marks, name)) || name);
  }

  const parts = createSessionParts(queue);

  const files = {
    /** A file beside which a lock of this session is made. */
    lockOf: stateOf,
    prepare(): void {
      stateFolder(root);
      for (const path of [sessions, open, undrawn, queue]) mkdirSync(path, { recursive: true, mode: 0o700 });
    },
    /** Everything that is known of a session, with the parts that wait; null for a new one. */
    find(id: string): CapturedSession | null {
      const stored = parseSession(readJsonOrNull(stateOf(id)));
      const last = parts.last(id)?.session;
      return last === undefined || (stored !== null && stored.parts >= last.parts) ? stored : last;
    },
    save(session: CapturedSession): void {
      writeDurably(stateOf(session.id), JSON.stringify(session));
    },
    addPart: parts.add,
    parts: parts.list,
    countWaiting: () => parts.names().length,
    isWaiting: parts.isAny,
    removePart: parts.remove,
    markOpen: (id: string) => writeFileSync(join(open, sessionFileName(id)), id),
    markEnded: (id: string) => rmSync(join(open, sessionFileName(id)), { force: true }),
    markUndrawn: (id: string) => writeFileSync(join(undrawn, sessionFileName(id)), id),
    markDrawn: (id: string) => rmSync(join(undrawn, sessionFileName(id)), { force: true }),
    /** The sessions that ended, or have been idle for long, with lines that the clerk was not given. */
    undrawnIds(): string[] {
      const running = new Set(namesIn(open));
      const isIdle = (name: string) => {
        const marked = statSync(join(undrawn, name), { throwIfNoEntry: false });
        return marked !== undefined && Date.now() - marked.mtimeMs > IDLE_MS;
      };
      return idsIn(
        undrawn,
        namesIn(undrawn).filter((name) => !running.has(name) || isIdle(name)),
      );
    },
    /** The ids of sessions that began and did not end. */
    openIds: () => idsIn(open),
    list(): CapturedSession[] {
      const names = namesIn(sessions).filter((name) => name.endsWith('.json'));
      return names.flatMap((name) => parseSession(readJsonOrNull(join(sessions, name))) ?? []);
    },
    /** From now on nothing of a session is stored, and what waits of it is removed. */
    stop(id: string): void {
      withFileLock(stateOf(id), () => {
        const session = files.find(id);
        if (session !== null) files.save({ ...session, isPrivate: true });
        for (const name of parts.names(id)) parts.remove(name);
        files.markEnded(id);
        files.markDrawn(id);
      });
    },
    /** Keeps of it what keeps its log from being stored again, also by a fork, which begins with that. */
    forget(id: string): void {
      const session = files.find(id);
      const nothing = { parts: 0, directory: '', transcript: null, file: null, shown: '' };
      if (session !== null) files.save({ ...session, ...nothing, isPrivate: true });
    },
  };
  return files;
}

export type SessionFiles = ReturnType<typeof sessionFiles>;

/** Codex tells of no end, and people leave sessions open for days. */
const IDLE_MS = 30 * 60_000;
