import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, readJsonOrNull, readOrNull } from '../../shared/read-or-null.js';
import { mkdirSync, rmSync, writeFileSync } from '../../vault/disk.js';
import { withLock } from '../../vault/lock.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';

/** The assistants whose sessions are captured, as `rappel install` names them. */
export const CAPTURE_CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor'] as const;
export type CaptureClient = (typeof CAPTURE_CLIENTS)[number];

/** A session of an assistant, as its hooks told of it. */
export interface CapturedSession {
  id: string;
  client: CaptureClient;
  /** Where it works. */
  directory: string;
  /** The project that its turns are filed in; null for the bucket without a project. */
  project: string | null;
  /** The client's own log of it. */
  transcript: string | null;
  /** ISO time. */
  started: string;
  /** True if it began with nothing: its log is no copy of another. */
  isFresh: boolean;
  /** The number of its last part in the queue. */
  parts: number;
  /** How far the log was read. */
  offset: number;
  /** What stands before that position, as a hash: another text there means that the log was written anew. */
  before: string;
  /** The records that were stored. */
  keys: string[];
  /** Calls of Rappel's own tools whose answers were not logged yet. */
  ownCalls: string[];
  /** True from the prompt on that asked for it, and for a session that was removed: nothing more is stored. */
  isPrivate: boolean;
  /** True while its client runs with `RAPPEL_OFF`: what is said until the next start without it is never stored. */
  isOff: boolean;
  /** Only what was said from this time on is stored (ISO); null for everything. */
  since: string | null;
  /** What its model was shown of the memory. */
  shown: string;
  /** How it started (`startup`, `resume`, …), while its model has to be shown the memory with its next prompt; else null. */
  due: string | null;
  /** The path of its file in the vault, once it has one. */
  file: string | null;
  /** The lines of that file that the librarian was given. */
  drawn: number;
}

/** A stored part of a session: what was known of the session after it, and the records, one per line. */
export interface SessionPart {
  name: string;
  session: CapturedSession;
  lines: string[];
}

/**
 * Sessions on disk, in `.rappel/captured`: `sessions/` has one file each, `open/` an empty one for each that did not end, `undrawn/`
 * one for each whose note has lines that the librarian was not given, and `queue/` the parts that are not filed yet. A part carries the state that it leads to, so that storing it is one step.
 */
export function sessionFiles(root: string) {
  const folder = join(root, '.rappel', 'captured');
  const [sessions, open, undrawn, queue] = ['sessions', 'open', 'undrawn', 'queue'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const stateOf = (id: string) => join(sessions, `${fileName(id)}.json`);

  /** Names of files are made of ids; the files hold the ids. */
  function idsIn(marks: string, names = namesIn(marks)): string[] {
    return names.map((name) => readOrNull(join(marks, name)) || name);
  }

  function partNames(id?: string): string[] {
    const start = id === undefined ? '' : `${fileName(id)}.`;
    return namesIn(queue)
      .filter((name) => name.startsWith(start) && PART.test(name))
      .sort();
  }

  function readPart(name: string): SessionPart | null {
    try {
      const [head = '', ...lines] = readFileSync(join(queue, name), 'utf8').split('\n');
      const session = parseSession(JSON.parse(head));
      return session === null ? null : { name, session, lines: lines.filter((line) => line !== '') };
    } catch {
      return null;
    }
  }

  /** Only this one is read: without a service, the parts of a long session are many. */
  function lastPart(id: string): SessionPart | null {
    for (const name of partNames(id).reverse()) {
      const part = readPart(name);
      if (part !== null) return part;
    }
    return null;
  }

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
      const last = lastPart(id)?.session;
      return last === undefined || (stored !== null && stored.parts >= last.parts) ? stored : last;
    },
    save(session: CapturedSession): void {
      writeDurably(stateOf(session.id), JSON.stringify(session));
    },
    /** Stores a part; it is there completely or not at all. */
    addPart(session: CapturedSession, lines: readonly string[]): void {
      const name = `${fileName(session.id)}.${String(session.parts).padStart(6, '0')}.jsonl`;
      writeDurably(join(queue, name), `${[JSON.stringify(session), ...lines].join('\n')}\n`);
    },
    /** The parts of a session that are not filed, in order; all sessions if none is named. */
    parts: (id?: string): SessionPart[] => partNames(id).flatMap((name) => readPart(name) ?? []),
    countWaiting: () => partNames().length,
    isWaiting: () => namesIn(queue).some((name) => PART.test(name)),
    removePart: (name: string) => rmSync(join(queue, name), { force: true }),
    markOpen: (id: string) => writeFileSync(join(open, fileName(id)), id),
    markEnded: (id: string) => rmSync(join(open, fileName(id)), { force: true }),
    markUndrawn: (id: string) => writeFileSync(join(undrawn, fileName(id)), id),
    markDrawn: (id: string) => rmSync(join(undrawn, fileName(id)), { force: true }),
    /** The sessions that ended, or have been idle for long, with lines that the librarian was not given. */
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
      withLock(stateOf(id), () => {
        const session = files.find(id);
        if (session !== null) files.save({ ...session, isPrivate: true });
        for (const name of partNames(id)) files.removePart(name);
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

const PART = /\.\d{6,}\.jsonl$/;

/** Ids come from outside and become names of files. */
function fileName(id: string): string {
  return /^[A-Za-z0-9][\w-]{0,99}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 40);
}

/** Null for what this program did not write. */
function parseSession(value: unknown): CapturedSession | null {
  const found = Object(value) as Partial<CapturedSession>;
  const isOne =
    typeof found.id === 'string' &&
    CAPTURE_CLIENTS.some((client) => client === found.client) &&
    typeof found.parts === 'number' &&
    typeof found.offset === 'number' &&
    Array.isArray(found.keys);
  const added = { ownCalls: [], isOff: false, since: null, due: null };
  return isOne ? ({ ...added, ...found } as CapturedSession) : null;
}
