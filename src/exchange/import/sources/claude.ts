import { type Conversation, conversationItem, type Turn } from '../conversation.js';
import type { Offer } from '../item.js';
import { jsonElements } from '../json-elements.js';
import { dateOf, type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../loose-json.js';
import { type SourceFile, streamSourceFile, TOO_LARGE } from '../source-file.js';
import { defineSource } from '../source-kind.js';

/** The conversations of a Claude export; the text of an attached document is part of its turn. */
export const claude = defineSource({
  label: 'Claude export',
  accepts: 'an export of Claude (.zip, or its conversations.json)',
  names: ['claude'],
  form: 'export',
  detect: ({ record }) => Array.isArray(record.chat_messages),
  read: ({ files }) =>
    async function* () {
      for (const file of files) yield* conversationsIn(file);
    },
});

async function* conversationsIn(file: SourceFile): AsyncGenerator<Offer> {
  let number = 0;
  for await (const element of jsonElements(streamSourceFile(file))) {
    number++;
    const record = element === null ? null : parseRecord(element);
    if (record === null)
      yield { from: `conversation ${number}`, skipped: element === null ? TOO_LARGE : 'its JSON is broken' };
    else yield conversationItem(read(record));
  }
}

function read(record: JsonRecord): Conversation {
  return {
    kind: 'claude',
    product: 'Claude',
    id: textOf(record.uuid) || textOf(record.created_at),
    title: textOf(record.name),
    created: dateOf(record.created_at),
    updated: dateOf(record.updated_at),
    turns: listOf(record.chat_messages).map((value): Turn => {
      const message = recordOf(value);
      const parts = [
        saidIn(message),
        ...listOf(message.attachments).map(documentOf),
        ...listOf(message.files).map(fileOf),
      ];
      return {
        who: message.sender === 'human' ? 'User' : 'Assistant',
        time: dateOf(message.created_at),
        text: parts.filter((part) => part !== '').join('\n\n'),
      };
    }),
  };
}

/** Newer exports contain blocks, of which only text was said; older ones only the text. */
function saidIn(message: JsonRecord): string {
  const blocks = listOf(message.content).map(recordOf);
  const said = blocks.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return said.length > 0 ? said.join('\n\n') : textOf(message.text);
}

function documentOf(value: unknown): string {
  const attachment = recordOf(value);
  const text = textOf(attachment.extracted_content).trim();
  const name = textOf(attachment.file_name) || 'document';
  if (text === '') return `[file: ${name}]`;
  let fence = '```';
  for (const [run] of text.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `[file: ${name}]\n\n${fence}\n${text}\n${fence}`;
}

function fileOf(value: unknown): string {
  const name = textOf(recordOf(value).file_name);
  return name === '' ? '' : `[file: ${name}]`;
}
