import { describe, expect, it } from 'vitest';
import { scriptedModel, type Turn } from '../../test/support/scripted-model.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { countTokens } from '../vault/tokens.js';
import { createAgents } from './create-agents.js';

const STATE = '# Status\n\nActive since May.\n\n# Blocked\n\nThe endpoint is late.\n';

async function run(role: 'search' | 'update', turns: Turn[], text = 'What blocks Tidewater?') {
  const vault = tempVault({ 'projects/tidewater/state.md': STATE, 'profile.md': '# Who\n\nInès\n' });
  const { settings, requests } = await scriptedModel('anthropic', turns);
  const agents = createAgents({ model: settings, key: 'k', language: 'en' });
  const answer =
    role === 'search'
      ? await agents.answer(vault.context, { question: text })
      : await agents.file({
          id: 'u1',
          input: { text, images: [], inbox_ref: null },
          context: vault.context,
          takeBack: async () => null,
          onEvent: () => {},
          signal: new AbortController().signal,
        });
  return { answer, sent: requests.map((request) => JSON.parse(request) as Sent) };
}

interface Sent {
  system: { text: string }[];
  tools: { name: string; description: string; input_schema: object }[];
  messages: { content: { type: string; content?: string }[] }[];
}

const resultsOf = ({ messages }: Sent) =>
  messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'tool_result' ? [part.content!] : [])),
  );

describe('the part of a request that never changes', () => {
  // A run pays for it in each of its requests, about three: at these sizes it is nearly half of what a question costs and
  // two fifths of an update (`npm run bench -- agents`). Raise a number only for a rule that is worth its tokens.
  it.each([
    ['search', 870],
    ['update', 1_390],
  ] as const)('stays small for the %s agent: at most %i tokens of prompt and tools', async (role, most) => {
    const { sent } = await run(role, [{ text: 'Nothing.' }]);
    const tools = sent[0]!.tools.map(({ name, description, input_schema }) =>
      JSON.stringify({ name, description, input_schema }),
    );
    const tokens = [sent[0]!.system[0]!.text, ...tools].reduce((sum, text) => sum + countTokens(text), 0);
    expect(tokens).toBeLessThanOrEqual(most);
    // Room for a few words, not for a paragraph: otherwise the number guards nothing.
    expect(tokens).toBeGreaterThan(most - 40);
  });
});

describe('what a run was shown', () => {
  const search = { name: 'search', input: { queries: ['endpoint late'] } };
  const path = 'vault/projects/tidewater/state.md';

  it('by a search is not repeated by read or another search, and can be quoted', async () => {
    const { answer, sent } = await run('search', [
      { calls: [search] },
      { calls: [{ name: 'read', input: { paths: [path] } }] },
      { calls: [search] },
      { calls: [{ name: 'concat', input: { files: [{ path }] } }] },
      { text: 'The endpoint.\nverdict: answers' },
    ]);
    const results = resultsOf(sent[3]!);
    expect(results.map((text) => text.includes('The endpoint is late.'))).toEqual([true, false, false]);
    expect(results[1]).toContain(`[unchanged] ${path}: shown above (numbers left out are empty lines)`);
    expect(results[2]).toMatch(/```vault\/projects\/tidewater\/state\.md \(lines .*; shown above\)\n/);
    expect(answer).toMatchObject({ verdict: 'answers', files: [{ path, lines: null }] });
  });

  it('in part is shown whole by read', async () => {
    const { sent } = await run('search', [
      { calls: [{ name: 'read', input: { paths: [`${path} (lines 1-3)`] } }] },
      { calls: [{ name: 'read', input: { paths: [path] } }] },
      { text: 'The endpoint.' },
    ]);
    expect(resultsOf(sent[2]!)[1]).toContain('1  | # Status\n2  |\n3  | Active since May.');
  });

  it('of a long input is not repeated when the model reads the input whole', async () => {
    const text = Array.from({ length: 400 }, (_, line) => `Anna: this is statement number ${line + 1}.`);
    const read = { calls: [{ name: 'read', input: { paths: ['input/text.md'] } }] };
    const { sent } = await run('update', [read, { text: 'Read.' }], text.join('\n'));
    const [result] = resultsOf(sent[1]!);
    const [, first] = /```input\/text\.md \(lines (\d+)-400\)/.exec(result!)!;
    expect(Number(first)).toBeGreaterThan(1);
    expect(result).not.toContain('statement number 1.');
    expect(JSON.stringify(sent[0]!.messages)).toContain(`statement number ${Number(first) - 1}.`);
    expect(result).toContain(`statement number ${first}.`);
  });

  it('of an input without line ends is cut, so read shows it whole', async () => {
    const text = 'Anna says that the endpoint is late. '.repeat(400);
    const read = { calls: [{ name: 'read', input: { paths: ['input/text.md'] } }] };
    const { sent } = await run('update', [read, { text: 'Read.' }], `${text}\nEnd.`);
    expect(resultsOf(sent[1]!)[0]).toContain(text.trim());
  });
});
