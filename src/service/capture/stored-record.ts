import { createHash } from 'node:crypto';
import { type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../../shared/loose-json.js';
import type { LogLine } from './new-records.js';
import type { CaptureClient } from './session-files.js';

/** A record as it is stored: verbatim, but for large outputs of tools and for what Rappel itself said. */
export interface StoredRecord {
  /** The same for one record in every copy of a log. */
  key: string;
  json: string;
  /** What the user typed; empty for any other record. */
  prompt: string;
  /** When it was said, as the client logged it (ISO); empty if it does not say. */
  time: string;
}

/** Longer outputs of tools stay in the client's log; the record says where. */
const MOST_OUTPUT = 4_000;
/** How the tools of Rappel are called by its clients: `mcp__rappel__search`, `mcp__plugin_rappel_rappel__search`. */
const OWN_TOOL = /(?:^|_)rappel_/;

/**
 * Turns lines of a log into records to store; keeps nothing that is no part of the conversation. `ownCalls` are the calls of Rappel's
 * own tools that wait for their answers, from one part of a log to the next.
 */
export function createRecorder(
  client: CaptureClient,
  ownCalls: Set<string>,
): (line: LogLine) => StoredRecord | null {
  const read = client === 'codex' ? readCodex : readClaudeCode;
  return (line) => {
    const record = parseRecord(line.text);
    if (record === null) return null;
    const reading = { line, ownCalls, isChanged: line.text.length > MOST_OUTPUT };
    const prompt = read(record, reading);
    if (prompt === null) return null;
    const json = reading.isChanged ? JSON.stringify(record) : line.text;
    return { key: keyOf(record, line.text), json, prompt, time: textOf(record.timestamp) };
  };
}

interface Reading {
  line: LogLine;
  ownCalls: Set<string>;
  /** True for a record that is not stored as it was logged: a long one, or an answer of Rappel. */
  isChanged: boolean;
}

/** What the user typed, or null for a record that is not stored. Shortens the record. */
function readClaudeCode(record: JsonRecord, reading: Reading): string | null {
  const { type } = record;
  if (type === 'summary' || type === 'custom-title' || type === 'ai-title') return '';
  if (type !== 'user' && type !== 'assistant') return null;
  if (record.isMeta === true || record.isSidechain === true || record.isCompactSummary === true) return null;
  const message = recordOf(record.message);
  if (message.model === '<synthetic>') return null;
  if (typeof message.content === 'string') return type === 'user' ? message.content : '';
  for (const block of listOf(message.content).map(recordOf)) {
    if (block.type === 'tool_use') noteOwn(reading, textOf(block.name), block.id);
    if (block.type === 'tool_result') shorten(block, 'content', block.tool_use_id, reading);
  }
  // The same output once more, as the client shows it.
  if (reading.isChanged) delete record.toolUseResult;
  const texts = listOf(message.content).map((block) => textOf(recordOf(block).text));
  return type === 'user' ? texts.join('\n') : '';
}

function readCodex(record: JsonRecord, reading: Reading): string | null {
  if (['event_msg', 'turn_context', 'compacted', 'world_state'].includes(textOf(record.type))) return null;
  const item = typeof record.payload === 'object' ? recordOf(record.payload) : record;
  const kind = textOf(item.type);
  if (kind.endsWith('_call'))
    noteOwn(reading, `${textOf(item.namespace)}_${textOf(item.name)}`, item.call_id);
  if (kind.endsWith('_output')) shorten(item, 'output', item.call_id, reading);
  // What hooks and the client itself tell the model.
  if (kind === 'message' && (item.role === 'developer' || item.role === 'system')) return null;
  if (kind !== 'message' || item.role !== 'user') return '';
  return listOf(item.content)
    .map((part) => textOf(recordOf(part).text))
    .join('\n');
}

function noteOwn({ ownCalls }: Reading, name: string, id: unknown): void {
  if (OWN_TOOL.test(name) && typeof id === 'string') ownCalls.add(id);
}

function shorten(item: JsonRecord, field: string, call: unknown, reading: Reading): void {
  const isOwn = typeof call === 'string' && reading.ownCalls.delete(call);
  const length = (JSON.stringify(item[field]) ?? '').length;
  if (isOwn) {
    reading.isChanged = true;
    item[field] = '[from Rappel]';
  } else if (length > MOST_OUTPUT)
    item[field] = `[${length} characters, in the log at byte ${reading.line.offset}]`;
}

function keyOf(record: JsonRecord, text: string): string {
  const { uuid } = record;
  const own = typeof uuid === 'string' && uuid !== '' ? uuid : text;
  return createHash('sha256').update(own).digest('base64url').slice(0, 12);
}
