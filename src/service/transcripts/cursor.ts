import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../shared/loose-json.js';
import { saidByUser, textsIn, toolLine } from './session-text.js';
import type { Turn } from './turns.js';

/** The same for the log of Cursor, which says nothing of the time: it is that of the capture. */
export function cursorTurn(record: JsonRecord): Turn | null {
  if (record.role !== 'user' && record.role !== 'assistant') return null;
  const { content } = recordOf(record.message);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const isUser = record.role === 'user';
  const texts = blocks.map(recordOf).map((block) => {
    if (block.type === 'tool_use') return toolLine(textOf(block.name), block.input);
    if (block.type !== 'text') return '';
    return isUser ? typedByUser(textOf(block.text)) : textOf(block.text).replace(REDACTED, '').trim();
  });
  return {
    who: isUser ? 'User' : 'Assistant',
    time: dateOf(record.timestamp),
    text: texts.filter((text) => text !== '').join('\n\n'),
  };
}

/** What stands for thoughts. */
const REDACTED = /(?:^|\n)\[REDACTED\]\s*$/;

/** Cursor adds the time, files and rules around it. */
function typedByUser(text: string): string {
  const typed = textsIn(text, 'user_query');
  return typed.length === 0 ? saidByUser(text) : typed.map((one) => one.trim()).join('\n\n');
}
