import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../shared/loose-json.js';
import type { LogFacts } from './log-facts.js';
import { saidByUser, toolLine } from './session-text.js';
import type { Turn } from './turns.js';

/** The same for the log of Gemini CLI. */
export function geminiTurn(record: JsonRecord, facts: LogFacts): Turn | null {
  facts.title = textOf(recordOf(record.$set).summary) || facts.title;
  if (record.type !== 'user' && record.type !== 'gemini') return null;
  const isUser = record.type === 'user';
  const text = geminiText(record);
  const calls = listOf(record.toolCalls).map(recordOf);
  const lines = [
    isUser ? saidByUser(text) : text,
    ...calls.map(({ name, args }) => toolLine(textOf(name), args)),
  ];
  return {
    who: isUser ? 'User' : 'Assistant',
    time: dateOf(record.timestamp),
    text: lines.filter((line) => line !== '').join('\n\n'),
  };
}

/** What a message says: what its user typed where the client adds to that, as the files that were named. */
export function geminiText({ displayContent, content }: JsonRecord): string {
  const said = displayContent ?? content;
  if (typeof said === 'string') return said;
  return listOf(said)
    .map((part) => (typeof part === 'string' ? { text: part } : recordOf(part)))
    .map((part) => (part.thought === true ? '' : textOf(part.text)))
    .filter((text) => text !== '')
    .join('\n\n');
}
