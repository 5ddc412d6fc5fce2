import { type Conversation, conversationItem, type Turn } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../loose-json.js';

/** The text of an attached document is part of its turn. */
export const claude = exportSource({
  name: 'claude',
  product: 'Claude',
  detect: (record) => Array.isArray(record.chat_messages),
  open: () => ({ offersOf: (record) => [conversationItem(read(record))] }),
});

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
