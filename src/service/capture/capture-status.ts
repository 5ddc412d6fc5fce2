import { turnsIn } from '../../agents/clerk/session.js';
import { RappelError } from '../../shared/errors.js';
import { readText } from '../../vault/files.js';
import { recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { createQueue } from '../updates/queue.js';
import { type CaptureSetting, readCaptureSetting } from './capture-setting.js';
import type { CapturedSession } from './captured-session.js';
import { isUpdateOf } from './draw-sessions.js';
import {
  type DrawnLine,
  drawnLines,
  type Sees,
  type SessionQuestion,
  sessionQuestions,
} from './drawn-lines.js';
import { type SessionFiles, sessionFiles } from './session-files.js';
import { sessionPath } from './session-note.js';
import { readShown } from './shown-tokens.js';

/** A session as people see it. */
export interface ListedSession
  extends Pick<CapturedSession, 'id' | 'client' | 'project' | 'started' | 'parts'> {
  /** The heading of its note. */
  title: string | null;
  /** How often each side spoke, as far as it is filed. */
  turns: number;
  /** Its note, `vault/…`; null while it waits to be filed. */
  file: string | null;
  /** The updates that drew from it, while the queue knows of them. */
  drawn: { id: string; summary: string | null; files: string[] }[];
  /** What was filed from it, where it is now. */
  filed: DrawnLine[];
  /** What waits in the inbox for an answer. */
  question: SessionQuestion | null;
}

export interface CaptureStatus extends CaptureSetting {
  /** Parts that wait to be filed. */
  waiting: number;
  /** Newest first. */
  sessions: ListedSession[];
  /** Tokens that were shown to assistants, by day. */
  shown_tokens: Record<string, number>;
}

/** What was captured of the sessions of assistants, and what came of it. */
export function captureStatus(vault: Vault): CaptureStatus {
  const files = sessionFiles(vault.root);
  return {
    ...readCaptureSetting(vault.root),
    waiting: files.countWaiting(),
    sessions: listSessions(vault, capturedSessions(files), () => true),
    shown_tokens: readShown(vault.root),
  };
}

/** The same of one project, for a caller who sees only these paths: nothing counts what is elsewhere. */
export function walledCaptureStatus(vault: Vault, project: string | null, sees: Sees): CaptureStatus {
  const files = sessionFiles(vault.root);
  const { mode, projects } = readCaptureSetting(vault.root);
  const own = project === null ? undefined : projects[project];
  const inside = capturedSessions(files).filter((session) => sees(noteOf(session)));
  return {
    mode,
    projects: own === undefined ? {} : { [project!]: own },
    waiting: inside.reduce((sum, { id }) => sum + files.parts(id).length, 0),
    // The summary of an update names every file.
    sessions: listSessions(vault, inside, sees).map((session) => ({ ...session, drawn: [] })),
    shown_tokens: {},
  };
}

function listSessions(vault: Vault, sessions: CapturedSession[], sees: Sees): ListedSession[] {
  const updates = createQueue(vault).list();
  const projects = [...new Set(sessions.map(({ project }) => project))];
  const [lines, questions] = [drawnLines(vault, projects, sees), sessionQuestions(vault, sees)];
  return sessions
    .sort((a, b) => (a.started < b.started ? 1 : -1))
    .map((session) => {
      const { id, client, project, started, parts, file } = session;
      const shown = file === null ? null : showPath(file);
      const drawn = updates.filter((update) => isUpdateOf(session, update.id) && update.state === 'done');
      return {
        id,
        client,
        project,
        started,
        parts,
        ...heard(vault, file),
        file: shown,
        drawn: drawn.map((update) => ({ id: update.id, summary: update.summary, files: update.files })),
        filed: lines.get(shown ?? '') ?? [],
        question: questions.get(shown ?? '') ?? null,
      };
    });
}

function heard(vault: Vault, file: string | null): Pick<ListedSession, 'title' | 'turns'> {
  const place = file === null ? null : vault.locate(recordedPath(file));
  const text = place?.kind === 'file' ? readText(place) : '';
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? null, turns: turnsIn(text).length };
}

function noteOf(session: CapturedSession): VaultPath {
  return session.file === null ? sessionPath(session) : recordedPath(session.file);
}

/** The sessions of which something was stored, with those that wait to be filed. */
function capturedSessions(files: SessionFiles): CapturedSession[] {
  const waiting = files.parts().map(({ session }) => session.id);
  const latest = new Map(files.list().map((session) => [session.id, session]));
  for (const id of new Set(waiting)) latest.set(id, files.find(id)!);
  return [...latest.values()].filter(({ parts }) => parts > 0);
}

/** By the start of its id, or a part of the path of its note. Throws `not_found`. */
export function sessionNamed(root: string, name: string): CapturedSession {
  const sessions = capturedSessions(sessionFiles(root));
  const exact = sessions.find(({ id }) => id === name);
  const found = sessions.filter(({ id, file }) => id.startsWith(name) || file?.includes(name));
  if (exact !== undefined || found.length === 1) return exact ?? found[0]!;
  const reason = found.length === 0 ? 'capture.no_session' : 'capture.several_sessions';
  throw new RappelError('not_found', reason, { session: name });
}
