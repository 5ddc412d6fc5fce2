import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../shared/read-or-null.js';
import { writeDurably } from '../state/durable.js';
import { type CapturedSession, parseSession, sessionFileName } from './captured-session.js';

/** A stored part of a session: the state of the session after it, and the records, one per line. */
export interface SessionPart {
  name: string;
  session: CapturedSession;
  lines: string[];
}

/** The parts of sessions that are not filed yet, one file each, in a folder. */
export function createSessionParts(folder: string) {
  /** The parts of one session in order, or of all sessions. */
  function names(id?: string): string[] {
    const start = id === undefined ? '' : `${sessionFileName(id)}.`;
    return namesIn(folder)
      .filter((name) => name.startsWith(start) && PART.test(name))
      .sort();
  }

  function read(name: string): SessionPart | null {
    try {
      const [head = '', ...lines] = readFileSync(join(folder, name), 'utf8').split('\n');
      const session = parseSession(JSON.parse(head));
      return session === null ? null : { name, session, lines: lines.filter((line) => line !== '') };
    } catch {
      return null;
    }
  }

  return {
    names,
    isAny: () => namesIn(folder).some((name) => PART.test(name)),
    /** The parts of a session that are not filed, in order; all sessions if none is named. */
    list: (id?: string): SessionPart[] => names(id).flatMap((name) => read(name) ?? []),
    /** Reads only this part: without a service, a long session has many. */
    last(id: string): SessionPart | null {
      for (const name of names(id).reverse()) {
        const part = read(name);
        if (part !== null) return part;
      }
      return null;
    },
    /** Stores a part, completely or not at all. */
    add(session: CapturedSession, lines: readonly string[]): void {
      const name = `${sessionFileName(session.id)}.${String(session.parts).padStart(6, '0')}.jsonl`;
      writeDurably(join(folder, name), `${[JSON.stringify(session), ...lines].join('\n')}\n`);
    },
    remove: (name: string) => rmSync(join(folder, name), { force: true }),
  };
}

const PART = /\.\d{6,}\.jsonl$/;
