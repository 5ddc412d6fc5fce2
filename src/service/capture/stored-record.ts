import { createHash } from 'node:crypto';
import { parseRecord, textOf } from '../../shared/loose-json.js';
import { maskIn, secretSpans } from '../../shared/secrets.js';
import type { CaptureClient } from './captured-session.js';
import type { LogLine } from './new-records.js';
import { MOST_OUTPUT, READERS } from './read-records.js';

/** A record as it is stored: verbatim, but for large outputs of tools, what Rappel itself said, and a missing time. */
export interface StoredRecord {
  /** The same for one record in every copy of a log. */
  key: string;
  /** True if the same words later in the log have the same key: the client gives its records neither a name nor a time. */
  mayRecur: boolean;
  json: string;
  /** What the user typed; empty for any other record. */
  prompt: string;
  /** When it was said, as the client logged it (ISO); empty if it does not say. */
  time: string;
}

/**
 * Turns lines of a log into records to store; keeps nothing that is no part of the conversation. `ownCalls` are the calls of Rappel's
 * own tools that wait for their answers, from one part of a log to the next.
 */
export function createRecorder(
  client: CaptureClient,
  ownCalls: Set<string>,
): (line: LogLine) => StoredRecord[] {
  let isCopy = false;
  return (line) => {
    const logged = parseRecord(line.text);
    if (logged === null) return [];
    const reading = { line, ownCalls, isChanged: line.text.length > MOST_OUTPUT, isCopy };
    const found = READERS[client](logged, reading);
    isCopy = reading.isCopy;
    return found.map(({ record, prompt, id }) => {
      const time = textOf(record.timestamp);
      const mayRecur = id === null && time === '';
      // Without a time of its own it has that of its capture, at the end of its turn.
      const stored = mayRecur ? { ...record, timestamp: new Date().toISOString() } : record;
      const asLogged = reading.isChanged || mayRecur ? JSON.stringify(stored) : line.text;
      // Before anything is stored: a session is full of what its user never meant to keep.
      const json = secretSpans(asLogged).length === 0 ? asLogged : JSON.stringify(maskIn(stored));
      return { key: keyOf(id ?? line.text), mayRecur, json, prompt, time };
    });
  };
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 12);
}
