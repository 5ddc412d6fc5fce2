import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { append } from '../../tools/append.js';
import type { Tool } from '../../tools/define-tool.js';
import { deletePath } from '../../tools/delete.js';
import { edit } from '../../tools/edit.js';
import { move } from '../../tools/move.js';
import { optional, parseInput } from '../../tools/parse-input.js';
import { write } from '../../tools/write.js';
import { callOne, IF_MATCH_LENGTH, versionLine } from '../call-one.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS } from '../page.js';
import { wordsOfThisDoor } from './words.js';

const IF_MATCH = `${IF_MATCH_LENGTH} hex digits, as read and edit show them`;

const versioned = z.object({
  path: z.string(),
  if_match: optional(z.string(IF_MATCH).regex(/^[0-9a-f]{12}$/, IF_MATCH), null),
});

/** What the texts of the tools leave out, because Rappel's own agents know it. */
const PARAMETERS = {
  path: '- `path`: like `vault/tasks.md`.',
  from: '- `from`: like `vault/tasks.md`.',
  content: '- `content`: the text.',
};
const IF_MATCH_PROSE = `- \`if_match\`: the version you read, from the last block of \`read\` or of your last \`edit\` or \`write\`. Give it for every file that exists; a file that changed since is refused: \`read\` it again.`;

/** The writing tools; those that replace text take the version they build on. */
export const writeTool = writingTool(write, 'Write a file', true);
export const editTool = writingTool(edit, 'Edit a file', true);
export const appendTool = writingTool(append, 'Add to a file', false);
export const moveTool = writingTool(move, 'Move or rename', false);
export const deleteTool = writingTool(deletePath, 'Delete', false);

function writingTool(tool: Tool, title: string, matches: boolean): McpTool {
  const input = matches ? tool.input.extend({ if_match: versioned.shape.if_match }) : tool.input;
  return {
    name: tool.name,
    title,
    input,
    hints: tool.hints,
    get description() {
      const own = Object.entries(PARAMETERS).filter(([name]) => name in input.shape);
      const parameters = [...own.map(([, said]) => said), ...(matches ? [IF_MATCH_PROSE] : [])];
      return `${wordsOfThisDoor(tool.description)}\n\n${parameters.join('\n')}`;
    },
    async call(raw, call) {
      const given = parseInput(tool.name, input, raw);
      const { if_match: _, ...rest } = given;
      const match = matches ? matchIn(given) : null;
      const { result, versions } = await callOne(call, { tool: tool.name, input: rest }, match);
      return textBlocks([shortened(result.text), ...(matches ? versions.map(versionLine) : [])]);
    },
  };
}

function matchIn(given: unknown): { path: string; version: string } | null {
  const { path, if_match } = versioned.parse(given);
  return if_match === null ? null : { path, version: if_match };
}

function shortened(diff: string): string {
  const most = MOST_CHARACTERS - 1_000;
  return diff.length <= most ? diff : `${diff.slice(0, most)}\n[the rest of the diff is left out]`;
}

function textBlocks(texts: string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text' as const, text })) };
}
