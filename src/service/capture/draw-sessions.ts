import { createHash } from 'node:crypto';
import type { UpdateInput } from '../../agents/update.js';
import { readText } from '../../vault/files.js';
import { withFileLock } from '../../vault/lock.js';
import { recordedPath, showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../locks/lock.js';
import type { CapturedSession } from './captured-session.js';
import { type SessionFiles, sessionFiles } from './session-files.js';

/** Puts an update into the queue; the same id again is the same update. */
type Enter = (input: UpdateInput, id: string) => Promise<unknown>;

/**
 * Lets the clerk draw from the sessions that ended: one update each, for the lines that came since the last one. Killed
 * anywhere and called again, it enters the same update under the same id. Never while another process files sessions: it marks one
 * before its note grows.
 */
export async function drawFromSessions(vault: Vault, enter: Enter): Promise<void> {
  const files = sessionFiles(vault.root);
  if (files.undrawnIds().length === 0) return;
  await withLock(vault.root, 'captured', async () => {
    for (const id of files.undrawnIds()) {
      const session = files.find(id);
      if (session !== null) await drawFrom(vault, files, session, enter);
      files.markDrawn(id);
    }
  });
}

async function drawFrom(vault: Vault, files: SessionFiles, session: CapturedSession, enter: Enter) {
  if (session.file === null) return;
  const place = vault.locate(recordedPath(session.file));
  const lines = place.kind === 'file' ? readText(place).trimEnd().split('\n').length : 0;
  if (lines <= session.drawn) return;
  const range = { path: showPath(place.path), from: session.drawn + 1, to: lines };
  await enter({ text: '', images: [], inbox_ref: null, session: range }, updateId(session, lines));
  withFileLock(files.lockOf(session.id), () =>
    files.save({ ...(files.find(session.id) ?? session), drawn: lines }),
  );
}

/** Whether an update drew from a session. */
export function isUpdateOf(session: CapturedSession, update: string): boolean {
  return update.startsWith(`${updateName(session)}-`);
}

function updateId(session: CapturedSession, lines: number): string {
  return `${updateName(session)}-${lines}`;
}

function updateName({ id }: CapturedSession): string {
  return `session-${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}
