import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { append } from '../../tools/append.js';
import type { Tool } from '../../tools/define-tool.js';
import { deleteTool as remove } from '../../tools/delete.js';
import { edit } from '../../tools/edit.js';
import { move } from '../../tools/move.js';
import { optional, parseInput } from '../../tools/parse-input.js';
import { write } from '../../tools/write.js';
import { showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS } from '../page.js';
import { createCallSession, IF_MATCH_LENGTH } from '../versions.js';
import { wordsOfThisDoor } from './words.js';

const IF_MATCH = `${IF_MATCH_LENGTH} hex digits, as read and edit show them`;

const IF_MATCH_PROSE = `- \`if_match\`: the version you read, from the last block of \`read\` or of your last \`edit\` or \`write\`. Give it for every file that exists; a file that changed since is refused: \`read\` it again.`;

/** The writing tools; those that replace text take the version they build on. */
export const writeTool = writingTool(write, 'Write a file', true);
export const editTool = writingTool(edit, 'Edit a file', true);
export const appendTool = writingTool(append, 'Add to a file', false);
export const moveTool = writingTool(move, 'Move or rename', false);
export const deleteTool = writingTool(remove, 'Delete', false);

function writingTool(tool: Tool, title: string, matches: boolean): McpTool {
  const input = matches
    ? tool.input.extend({
        if_match: optional(z.string(IF_MATCH).regex(/^[0-9a-f]{12}$/, IF_MATCH), null),
      })
    : tool.input;
  return {
    name: tool.name,
    title,
    input,
    hints: tool.hints,
    get description() {
      const prose = wordsOfThisDoor(tool.description);
      return matches ? `${prose}\n\n${IF_MATCH_PROSE}` : prose;
    },
    async call(raw, { app, seen }) {
      const { if_match, ...rest } = parseInput(tool.name, input, raw) as {
        if_match?: string | null;
        path?: string;
      };
      const session = createCallSession(seen, if_match ?? null);
      if (if_match != null) requireFile(app.vault, rest.path!);
      const { text } = await app.change(
        session,
        (context) => tool.call(rest, context),
        (result) => result.text.split('\n')[0]!,
      );
      const versions = matches
        ? [...session.shown].map(([path, version]) => `${showPath(path)} if_match=${version}`)
        : [];
      return textBlocks([shortened(text), ...versions]);
    },
  };
}

/** A version can only be that of a file that is there. */
function requireFile(vault: Vault, path: string): void {
  const place = vault.resolve(path);
  if (place.kind === 'missing') throw vault.missing(place);
}

function shortened(diff: string): string {
  const most = MOST_CHARACTERS - 1_000;
  return diff.length <= most ? diff : `${diff.slice(0, most)}\n[the rest of the diff is left out]`;
}

function textBlocks(texts: string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text' as const, text })) };
}
