import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ListedEntry } from '../../operations/history.js';
import type { HistoryEntry } from '../../service/history/history.js';
import { READS } from '../../tools/define-tool.js';
import { optional, parseInput } from '../../tools/parse-input.js';
import { showPath } from '../../vault/paths.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS } from '../page.js';

const LIMIT = 'an integer from 1 to 100';
const DEFAULT_LIMIT = 20;
const MOST_FILES = 5;

const historyInput = z.strictObject({
  path: optional(z.string('a path like vault/tasks.md'), null),
  limit: optional(z.int(LIMIT).min(1, LIMIT).max(100, LIMIT), DEFAULT_LIMIT),
});

const undoInput = z.strictObject({ entry: z.string('the id of an entry, as history lists it') });

export const historyTool: McpTool = {
  name: 'history',
  title: 'What changed',
  hints: READS,
  input: historyInput,
  description: `List what changed in the memory, newest first: id, time, who, what, files.

- \`path\`: of one file or folder.
- \`limit\`: ${DEFAULT_LIMIT} if omitted.`,
  async call(raw, { memory }) {
    const { path, limit } = parseInput('history', historyInput, raw);
    const { entries } = await memory.run('history/list', { limit, path });
    return textResult(entries.map(lineOf).join('\n') || 'Nothing has been recorded yet.');
  },
};

export const undoTool: McpTool = {
  name: 'undo',
  title: 'Undo a change',
  hints: { readOnly: false, destructive: true, idempotent: false },
  input: undoInput,
  description: `Take back one change, if the user wants that; later changes stay. Undoing an undo brings it back.

- \`entry\`: its id, from \`history\`.`,
  async call(raw, { memory, signal }) {
    const { entry } = parseInput('undo', undoInput, raw);
    return textResult(lineOf(await memory.run('history/undo', { id: entry }, { signal })));
  },
};

/** `91d0c4a7e2 2025-07-14 18:30 update: Task added to startup-x (vault/tasks.md)` */
function lineOf({ id, time, source, reason, files, ...entry }: HistoryEntry & Partial<ListedEntry>): string {
  const [said = ''] = reason.split('\n');
  const paths = files.slice(0, MOST_FILES).map(({ path }) => showPath(path));
  const more = files.length > MOST_FILES ? [`${files.length - MOST_FILES} more`] : [];
  const undone = entry.undone_by ? ' [undone]' : '';
  return `${id} ${time.replace('T', ' ').slice(0, 16)} ${source}: ${said} (${[...paths, ...more].join(', ')})${undone}`;
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text: text.slice(0, MOST_CHARACTERS) }] };
}
