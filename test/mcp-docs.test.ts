import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error The scripts have no types.
import { toolReference } from '../scripts/mcp-reference.js';
// @ts-expect-error The scripts have no types.
import { operationsReference } from '../scripts/operations-reference.js';
// @ts-expect-error The scripts have no types.
import { pluginFiles } from '../scripts/plugin-files.js';
import { PROFILES, toolsOf } from '../src/mcp/profiles.js';
import { createToolList } from '../src/mcp/tool-list.js';
import { allOperations } from '../src/operations/list.js';
import { CLIENTS } from '../src/service/assistants/clients.js';
import { hookCommands, hooksText } from '../src/service/assistants/plan-change.js';

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

describe('docs/http.md', () => {
  it('holds the operations of the list (else: node scripts/write-http-reference.js)', async () => {
    expect(file('docs/http.md')).toContain(
      `<!-- operations -->\n\n${await operationsReference({ allOperations })}\n\n<!-- end of the operations -->`,
    );
  });
});

describe('the manifests', () => {
  it('agree on name and version', () => {
    const { version, mcpName, name } = json('package.json');
    const server = json('server.json');
    expect(server).toMatchObject({ name: mcpName, version });
    expect(server.packages).toEqual([expect.objectContaining({ identifier: name, version })]);
  });
});

describe('the plugins', () => {
  it('are made from what `rappel install` writes (else: node scripts/write-plugins.js)', () => {
    const files: Record<string, string> = pluginFiles(
      { CLIENTS, hookCommands, hooksText },
      json('package.json'),
    );
    for (const [path, text] of Object.entries(files))
      expect(json(`plugins/rappel/${path}`), path).toEqual(JSON.parse(text));
    expect(json('plugins/rappel/hooks/codex.json').hooks.Stop[0].hooks[0].command).toMatch(
      /^rappel hook stop --client codex \|\| exit 0$/,
    );
  });

  it('are in the marketplaces of both clients, and point to files that exist', () => {
    const [claude] = json('.claude-plugin/marketplace.json').plugins;
    const [codex] = json('.agents/plugins/marketplace.json').plugins;
    expect([claude.source, codex.source.path]).toEqual(['./plugins/rappel', './plugins/rappel']);
    const { skills, mcpServers, hooks } = json('plugins/rappel/.codex-plugin/plugin.json');
    for (const path of [`${skills}memory/SKILL.md`, mcpServers, hooks])
      expect(file(`plugins/rappel/${path}`)).not.toBe('');
  });
});

it('ships nothing that runs a package by a name that anyone may publish', () => {
  const shipped = execFileSync(
    'git',
    ['ls-files', 'src', 'scripts', 'plugins', '.agents', '.claude-plugin', 'docs', 'README.md'],
    {
      encoding: 'utf8',
    },
  );
  const runs = shipped
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('.png') && !name.includes('.test.'))
    .filter((name) => /\bnpx (?:-y |--yes )?rappel\b|'npx'|"npx"/.test(file(name)));
  expect(runs).toEqual([]);
});
