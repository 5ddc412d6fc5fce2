import { orientOperations } from '../../operations/orient.js';
import { READS } from '../../tools/define-tool.js';
import { parseInput } from '../../tools/parse-input.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS } from '../page.js';

const { input } = orientOperations.verify;

/** Whether quoted lines still hold: facts, one object a reference. */
export const verifyTool: McpTool = {
  name: 'verify',
  title: 'Check citations',
  hints: READS,
  input,
  description:
    'Check whether cited lines still hold. `refs`: like `vault/tasks.md:9-14@3f9a2c`, from `_meta` of search. Says of each: unchanged, moved (where the lines are `now`), changed (`text`: what is there now) or gone.',
  async call(raw, { memory }) {
    const { results } = await memory.run('verify', parseInput('verify', input, raw));
    const whole = JSON.stringify({ results });
    const text =
      whole.length <= MOST_CHARACTERS
        ? whole
        : JSON.stringify({ results: results.map(({ text: _, ...facts }) => facts) });
    return { content: [{ type: 'text', text }] };
  },
};
