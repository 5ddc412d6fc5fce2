import { BRIEF_TOKENS } from '../../agents/librarian/orientation/brief.js';
import { orientRequest } from '../../memory/orient-request.js';
import { READS } from '../../tools/define-tool.js';
import { parseInput } from '../../tools/parse-input.js';
import type { McpTool } from '../mcp-tool.js';

/** One call that says where things stand: a document for the model, so text only. */
export const orientTool: McpTool = {
  name: 'orient',
  title: 'Where things stand',
  hints: READS,
  input: orientRequest,
  description: `Call once at the start of work: profile, overview, and of a project its state, open tasks, recent changes and last session.

- \`project\`: its name; the whole memory if omitted.
- \`max_tokens\`: ${BRIEF_TOKENS} if omitted.`,
  async call(raw, { memory }) {
    const { text } = await memory.orient(parseInput('orient', orientRequest, raw));
    return { content: [{ type: 'text', text: text || 'The memory says nothing yet.' }] };
  },
};
