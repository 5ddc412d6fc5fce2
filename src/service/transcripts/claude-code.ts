import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../shared/loose-json.js';
import type { LogFacts } from './log-facts.js';
import { saidByUser, toolLine } from './session-text.js';
import type { Turn } from './turns.js';

/** Notes what a record of Claude Code's log says about its session, and returns its turn; null if it has none. */
export function claudeCodeTurn(record: JsonRecord, facts: LogFacts): Turn | null {
  const { type } = record;
  // The newest title counts: a continued session is renamed.
  if (type === 'summary') facts.title ||= textOf(record.summary);
  if (type === 'custom-title') facts.title = textOf(record.customTitle) || facts.title;
  if (type === 'ai-title') facts.title ||= textOf(record.aiTitle);
  facts.id ||= textOf(record.sessionId);
  facts.folder ||= textOf(record.cwd);
  if ((type !== 'user' && type !== 'assistant') || ADDED.some((mark) => record[mark] === true)) return null;
  const text = contentOf(recordOf(record.message), type, facts.count);
  return { who: type === 'user' ? 'User' : 'Assistant', time: dateOf(record.timestamp), text };
}

/** What the program adds: its own notes, the work of subagents, the summary that replaces a conversation. */
const ADDED = ['isMeta', 'isSidechain', 'isCompactSummary'];

function contentOf(message: JsonRecord, type: 'user' | 'assistant', count: LogFacts['count']): string {
  const said = (text: string) => (type === 'user' ? saidByUser(text) : text);
  if (typeof message.content === 'string') return said(message.content);
  return listOf(message.content)
    .map(recordOf)
    .map((block) => {
      if (block.type === 'text') return said(textOf(block.text));
      if (block.type === 'tool_use') return toolLine(textOf(block.name), block.input);
      const kind = LEFT_OUT[textOf(block.type)];
      if (kind !== undefined) count.add(kind);
      return block.type === 'image' ? '[image]' : '';
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

const LEFT_OUT: Record<string, string> = {
  thinking: 'thoughts',
  tool_result: 'tool results',
  image: 'images',
};
