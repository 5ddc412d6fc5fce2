import { showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { createQueue } from '../updates/queue.js';
import { type CaptureSetting, readCaptureSetting } from './capture-setting.js';
import { isUpdateOf } from './draw-sessions.js';
import { type CapturedSession, type SessionFiles, sessionFiles } from './session-files.js';
import { readShown } from './shown-tokens.js';

/** A session as people see it. */
export interface ListedSession
  extends Pick<CapturedSession, 'id' | 'client' | 'project' | 'started' | 'parts'> {
  /** Its note, `vault/…`; null while it waits to be filed. */
  file: string | null;
  /** What the librarian drew from it, by update, while the queue knows of it. */
  drawn: { id: string; summary: string | null; files: string[] }[];
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
  const updates = createQueue(vault).list();
  const sessions = capturedSessions(files)
    .sort((a, b) => (a.started < b.started ? 1 : -1))
    .map((session) => {
      const { id, client, project, started, parts, file } = session;
      const drawn = updates.filter((update) => isUpdateOf(session, update.id) && update.state === 'done');
      return {
        id,
        client,
        project,
        started,
        parts,
        file: file === null ? null : showPath(file),
        drawn: drawn.map((update) => ({ id: update.id, summary: update.summary, files: update.files })),
      };
    });
  return {
    ...readCaptureSetting(vault.root),
    waiting: files.parts().length,
    sessions,
    shown_tokens: readShown(vault.root),
  };
}

/** The sessions of which something was stored, with those that wait to be filed. */
export function capturedSessions(files: SessionFiles): CapturedSession[] {
  const waiting = files.parts().map(({ session }) => session.id);
  const latest = new Map(files.list().map((session) => [session.id, session]));
  for (const id of new Set(waiting)) latest.set(id, files.find(id)!);
  return [...latest.values()].filter(({ parts }) => parts > 0);
}
