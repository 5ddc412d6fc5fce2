import { basename } from 'node:path';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { conversationItem, type Turn } from '../conversation.js';
import type { Offer } from '../item.js';
import { jsonLines } from '../json-lines.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../loose-json.js';
import { saidByUser, toolLine } from '../session-text.js';
import { type SourceFile, TOO_LARGE } from '../source-file.js';
import { defineSource } from '../source-kind.js';

/** A session of Claude Code as one conversation: the messages, and each tool call in one line without its result. */
export const claudeCode = defineSource({
  label: 'Claude Code session',
  accepts: 'a session log of Claude Code (.jsonl)',
  names: ['claude-code'],
  form: 'log',
  detect: ({ record }) => isOwn(record),
  read: ({ file }) =>
    async function* () {
      yield await conversationIn(file);
    },
});

async function conversationIn(file: SourceFile): Promise<Offer> {
  let id = '';
  let title = '';
  let folder = '';
  const turns: Turn[] = [];
  const from = basename(file.address);
  let size = 0;
  let longLines = 0;
  for await (const record of jsonLines(file)) {
    if (record === null) {
      longLines++;
      continue;
    }
    const { type } = record;
    // The newest title counts: a continued session is renamed.
    if (type === 'summary') title ||= textOf(record.summary);
    if (type === 'custom-title') title = textOf(record.customTitle) || title;
    if (type === 'ai-title') title ||= textOf(record.aiTitle);
    id ||= textOf(record.sessionId);
    folder ||= textOf(record.cwd);
    if ((type !== 'user' && type !== 'assistant') || record.isMeta === true || record.isSidechain === true)
      continue;
    const text = contentOf(recordOf(record.message), type);
    if (text === '') continue;
    turns.push({ who: type === 'user' ? 'User' : 'Assistant', time: dateOf(record.timestamp), text });
    size += text.length;
    if (size > MOST_FILE_BYTES) return { from, skipped: TOO_LARGE };
  }
  if (turns.length === 0) return { from, skipped: 'an empty conversation' };
  return conversationItem({
    kind: 'claude-code',
    product: 'Claude Code',
    id: id || basename(file.address, '.jsonl'),
    title,
    created: turns[0]!.time,
    updated: turns.at(-1)!.time,
    ...(folder !== '' && { folder }),
    ...(longLines > 0 && { note: `without ${longLines} lines of more than 50 MB` }),
    turns,
  });
}

function isOwn(record: JsonRecord): boolean {
  return (
    typeof record.sessionId === 'string' ||
    typeof record.leafUuid === 'string' ||
    (record.type === 'file-history-snapshot' && 'snapshot' in record)
  );
}

function contentOf(message: JsonRecord, type: 'user' | 'assistant'): string {
  const said = (text: string) => (type === 'user' ? saidByUser(text) : text);
  if (typeof message.content === 'string') return said(message.content);
  return listOf(message.content)
    .map(recordOf)
    .map((block) => {
      if (block.type === 'text') return said(textOf(block.text));
      if (block.type === 'tool_use') return toolLine(textOf(block.name), block.input);
      return block.type === 'image' ? '[image]' : '';
    })
    .filter((text) => text !== '')
    .join('\n\n');
}
