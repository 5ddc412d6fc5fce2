import { statSync } from 'node:fs';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { captureToEnd } from './capture-session.js';
import { captureModeOf } from './capture-setting.js';
import { type SessionFiles, sessionFiles } from './session-files.js';

const ABANDONED_MS = 24 * 60 * 60_000;

interface PickUpOptions {
  /** The session that runs now. */
  without: string;
  mostMs: number;
  /** Told of a session that can't be stored; the others are. */
  log(error: unknown): void;
}

/**
 * Stores what sessions without an end have logged since: a client that was killed told of no end. False if there was no time for all
 * of them.
 */
export function pickUpSessions(root: string, { without, mostMs, log }: PickUpOptions): boolean {
  const files = sessionFiles(root);
  const started = performance.now();
  for (const id of files.openIds()) {
    const left = mostMs - (performance.now() - started);
    if (left <= 0) return false;
    try {
      if (id !== without) pickUp(root, files, { id, mostMs: left });
    } catch (error) {
      log(error);
    }
  }
  return true;
}

/** The same for all of them, in a process that does other work too. Throws in the end if one could not be stored. */
export async function pickUpAll(root: string): Promise<void> {
  const files = sessionFiles(root);
  const yieldToEventLoop = createYielder();
  const errors: unknown[] = [];
  for (const id of files.openIds()) {
    try {
      pickUp(root, files, { id, mostMs: Number.POSITIVE_INFINITY });
    } catch (error) {
      errors.push(error);
    }
    await yieldToEventLoop();
  }
  if (errors.length > 0) throw errors[0];
}

function pickUp(root: string, files: SessionFiles, { id, mostMs }: { id: string; mostMs: number }): void {
  const session = files.find(id);
  const log = session?.transcript ? statSync(session.transcript, { throwIfNoEntry: false }) : undefined;
  if (session !== null && log !== undefined && log.size !== session.offset) {
    const passOver = captureModeOf(root, session.project) !== 'on';
    captureToEnd(files, session, { passOver, mostMs });
  }
  // A client creates its log after the start.
  const last = log?.mtimeMs ?? (session === null ? 0 : Date.parse(session.started));
  if (Date.now() - last > ABANDONED_MS) files.markEnded(id);
}
