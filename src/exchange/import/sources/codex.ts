import { basename } from 'node:path';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { conversationItem, type Turn } from '../conversation.js';
import type { Offer } from '../item.js';
import { jsonLines } from '../json-lines.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../loose-json.js';
import { saidByUser, toolLine } from '../session-text.js';
import { type SourceFile, TOO_LARGE } from '../source-file.js';
import { defineSource } from '../source-kind.js';

/** A session of Codex as one conversation; both forms of its log, with and without envelopes. */
export const codex = defineSource({
  label: 'Codex session',
  accepts: 'a session log of Codex (.jsonl)',
  names: ['codex'],
  form: 'log',
  detect: ({ record }) => isOwn(record),
  read: ({ file }) =>
    async function* () {
      yield await conversationIn(file);
    },
});

async function conversationIn(file: SourceFile): Promise<Offer> {
  let id = '';
  let folder = '';
  let created: Date | null = null;
  const turns: Turn[] = [];
  const from = basename(file.address);
  let size = 0;
  let longLines = 0;
  for await (const line of jsonLines(file)) {
    if (line === null) {
      longLines++;
      continue;
    }
    const isMeta = line.type === 'session_meta' || (line.type === undefined && typeof line.id === 'string');
    const record = typeof line.payload === 'object' ? recordOf(line.payload) : line;
    if (isMeta) {
      id ||= textOf(record.id);
      folder ||= textOf(record.cwd);
      created ??= dateOf(record.timestamp) ?? dateOf(line.timestamp);
      continue;
    }
    // Events repeat the items.
    if (line.type === 'event_msg') continue;
    const turn = turnOf(record, dateOf(line.timestamp));
    if (turn === null) continue;
    turns.push(turn);
    size += turn.text.length;
    if (size > MOST_FILE_BYTES) return { from, skipped: TOO_LARGE };
  }
  if (turns.length === 0) return { from, skipped: 'an empty conversation' };
  return conversationItem({
    kind: 'codex',
    product: 'Codex',
    id: id || basename(file.address, '.jsonl'),
    title: '',
    created: created ?? turns[0]!.time,
    updated: turns.at(-1)!.time,
    ...(folder !== '' && { folder }),
    ...(longLines > 0 && { note: `without ${longLines} lines of more than 50 MB` }),
    turns,
  });
}

function isOwn(record: JsonRecord): boolean {
  if (record.type === 'session_meta' || record.type === 'response_item') return true;
  return record.type === undefined && typeof record.id === 'string' && 'instructions' in record;
}

function turnOf(item: JsonRecord, time: Date | null): Turn | null {
  if (item.type === 'message') {
    if (item.role !== 'user' && item.role !== 'assistant') return null;
    const isUser = item.role === 'user';
    const text = listOf(item.content)
      .map(recordOf)
      .map((part) => (part.type === 'input_image' ? '[image]' : textOf(part.text)))
      .map((part) => (isUser ? saidByUser(part) : part))
      .filter((part) => part !== '')
      .join('\n\n');
    return text === '' ? null : { who: isUser ? 'User' : 'Assistant', time, text };
  }
  if (item.type === 'function_call' || item.type === 'custom_tool_call')
    return { who: 'Assistant', time, text: toolLine(textOf(item.name), item.arguments ?? item.input) };
  if (item.type === 'local_shell_call')
    return { who: 'Assistant', time, text: toolLine('shell', item.action) };
  return null;
}
