import { BRIEF_TOKENS } from '../../agents/librarian/orientation/brief.js';
import { orientOperations } from '../../operations/orient.js';
import { READS } from '../../tools/define-tool.js';
import { parseInput } from '../../tools/parse-input.js';
import type { McpTool } from '../mcp-tool.js';

const { input } = orientOperations.orient;

/** One call that says where things stand: a document for the model, so text only. */
export const orientTool: McpTool = {
  name: 'orient',
  title: 'Where things stand',
  hints: READS,
  input,
  description: `Call once at the start of work: profile, overview, and of a project its state, open tasks, recent changes and last session.

- \`project\`: its name; the whole memory if omitted.
- \`max_tokens\`: ${BRIEF_TOKENS} if omitted.`,
  async call(raw, { memory }) {
    const { text } = await memory.run('orient', parseInput('orient', input, raw));
    return { content: [{ type: 'text', text: text || 'The memory says nothing yet.' }] };
  },
};
