import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../shared/loose-json.js';
import type { LogFacts } from './log-facts.js';
import { saidByUser, toolLine } from './session-text.js';
import type { Turn } from './turns.js';

/** The same for the log of Codex, in both of its forms, with and without envelopes. */
export function codexTurn(line: JsonRecord, facts: LogFacts): Turn | null {
  const record = typeof line.payload === 'object' ? recordOf(line.payload) : line;
  if (line.type === 'session_meta' || (line.type === undefined && typeof line.id === 'string')) {
    facts.id ||= textOf(record.id);
    facts.folder ||= textOf(record.cwd);
    facts.created ??= dateOf(record.timestamp) ?? dateOf(line.timestamp);
    return null;
  }
  if (line.type !== 'event_msg' && record.type === 'reasoning') facts.count.add('thoughts');
  if (/^(?:function|custom_tool)_call_output$/.test(textOf(record.type))) facts.count.add('tool results');
  // Events repeat the items.
  return line.type === 'event_msg' ? null : turnOf(record, dateOf(line.timestamp));
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
    return { who: isUser ? 'User' : 'Assistant', time, text };
  }
  if (item.type === 'function_call' || item.type === 'custom_tool_call')
    return { who: 'Assistant', time, text: toolLine(textOf(item.name), item.arguments ?? item.input) };
  if (item.type === 'local_shell_call')
    return { who: 'Assistant', time, text: toolLine('shell', item.action) };
  return null;
}
