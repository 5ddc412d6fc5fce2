import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error The scripts have no types.
import { toolReference } from '../scripts/mcp-reference.js';
import { PROFILES, toolsOf } from '../src/mcp/profiles.js';
import { createToolList } from '../src/mcp/tool-list.js';

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const json = (name: string) => JSON.parse(file(name));

describe('docs/mcp.md', () => {
  it('holds the tool reference of the code as it is (else: node scripts/write-mcp-reference.js)', async () => {
    expect(file('docs/mcp.md')).toContain(
      `<!-- reference -->\n\n${await toolReference({ PROFILES, toolsOf, createToolList })}\n\n<!-- end of the reference -->`,
    );
  });

  it('gives a reason for every expected failure of the conformance suite', () => {
    const expected = json('test/extended/expected-failures.json') as Record<string, Record<string, string>>;
    for (const scenarios of Object.values(expected)) {
      for (const [scenario, reason] of Object.entries(scenarios)) {
        expect(file('docs/mcp.md')).toContain(`\`${scenario}\``);
        expect(file('docs/mcp.md')).toContain(reason);
      }
    }
  });
});

describe('the manifests', () => {
  it('agree on name and version', () => {
    const { version, mcpName, name } = json('package.json');
    const server = json('server.json');
    expect(server).toMatchObject({ name: mcpName, version });
    expect(server.packages).toEqual([expect.objectContaining({ identifier: name, version })]);
    expect(json('.claude-plugin/rappel/.claude-plugin/plugin.json')).toMatchObject({ name, version });
  });

  it('start the server that is there', () => {
    const { mcpServers } = json('.claude-plugin/rappel/.mcp.json');
    expect(mcpServers.rappel).toEqual({ command: 'npx', args: ['-y', 'rappel', 'mcp'] });
  });
});
