import { type JsonRecord, listOf, recordOf, textOf } from '../../shared/loose-json.js';
import { cursorTurn } from '../transcripts/cursor.js';
import { geminiText } from '../transcripts/gemini.js';
import { saidByUser } from '../transcripts/session-text.js';
import type { CaptureClient } from './captured-session.js';
import type { LogLine } from './new-records.js';

/** What is read of one log, from line to line. */
interface Reading {
  line: LogLine;
  /** Calls of Rappel's own tools that wait for their answers. */
  ownCalls: Set<string>;
  /** True for a record that is not stored as it was logged: a long one, or an answer of Rappel. */
  isChanged: boolean;
  /** True while a client writes its whole history to the log again. */
  isCopy: boolean;
}

/** A record of the conversation. */
interface ReadRecord {
  record: JsonRecord;
  /** What the user typed; empty for any other record. */
  prompt: string;
  /** The client's own name for it; null if it has none. */
  id: string | null;
}

/** Longer outputs of tools stay in the client's log; the record says where. */
export const MOST_OUTPUT = 4_000;
/** How the tools of Rappel are called by its clients: `mcp__rappel__search`, `mcp__plugin_rappel_rappel__search`, `mcp_rappel_search`. */
const OWN_TOOL = /(?:^|_)rappel_/;

/** What one line of a client's log adds to the conversation; shortens it. */
export const READERS: Record<CaptureClient, (record: JsonRecord, reading: Reading) => ReadRecord[]> = {
  'claude-code': (record, reading) => one(record, readClaudeCode(record, reading)),
  codex: (record, reading) => one(record, readCodex(record, reading)),
  gemini: readGemini,
  cursor: (record) => one(record, readCursor(record)),
};

function one(record: JsonRecord, prompt: string | null): ReadRecord[] {
  return prompt === null ? [] : [{ record, prompt, id: textOf(record.uuid) || null }];
}

/** What the user typed, or null for a record that is not stored. */
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

/** A message is logged again each time that a tool which it called is done: its words and its calls are records of their own. */
function readGemini(record: JsonRecord, reading: Reading): ReadRecord[] {
  const set = recordOf(record.$set);
  if (Array.isArray(set.messages)) reading.isCopy = false;
  reading.isChanged = true;
  if (textOf(set.summary) !== '')
    return [{ record: { $set: { summary: set.summary } }, prompt: '', id: null }];
  if (record.type !== 'user' && record.type !== 'gemini') return [];
  const { id, type, timestamp } = record;
  const text = geminiText(record);
  const isUser = type === 'user';
  // Once it has shortened outputs of tools, the client logs the whole conversation again, from its own first message on.
  if (isUser && text.startsWith('<session_context>')) reading.isCopy = true;
  if (reading.isCopy) return [];
  const prompt = isUser ? saidByUser(text) : '';
  const said = { record: { id, type, timestamp, content: text }, prompt, id: textOf(id) };
  const calls = listOf(record.toolCalls).map((call) => {
    const kept = callOf(recordOf(call), reading);
    return { record: { id, type, timestamp, toolCalls: [kept] }, prompt: '', id: `${id} ${kept.id}` };
  });
  return [...(text.trim() === '' ? [] : [said]), ...calls];
}

function callOf({ id, name, args, status, result }: JsonRecord, reading: Reading): JsonRecord {
  const call: JsonRecord = { id, name, args, status, result };
  noteOwn(reading, textOf(name), id);
  shorten(call, 'result', id, reading);
  return call;
}

function readCursor(record: JsonRecord): string | null {
  const turn = cursorTurn(record);
  if (turn === null) return null;
  return turn.who === 'User' ? turn.text : '';
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
