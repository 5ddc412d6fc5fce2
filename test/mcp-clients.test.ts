import { describe, expect, it } from 'vitest';
import { readUses } from '../src/service/assistants/uses.js';
import {
  type AnyClient,
  CLIENT_NAME,
  httpClient,
  KINDS,
  LIFE,
  serveVault,
  stdioClient,
  textsOf,
  updateOf,
} from './support/mcp.js';
import { type TempVault, tempVault } from './support/temp-vault.js';

const TRANSPORTS = {
  stdio: async (kind: (typeof KINDS)[number], vault: TempVault, profile = 'memory') =>
    stdioClient(kind, vault.root, ['--profile', profile]),
  http: async (kind: (typeof KINDS)[number], vault: TempVault, profile = 'memory') =>
    httpClient(kind, (await serveVault(vault.root)).url, `?profile=${profile}`),
};

describe.each(Object.entries(TRANSPORTS))('over %s', (_, open) => {
  describe.each(KINDS)('a client of the SDK %s', (kind) => {
    it('recalls', async () => {
      const client = await open(kind, tempVault(LIFE));
      const question = "pourquoi a-t-on abandonné l'API externe ?";
      const result = await client.callTool({ name: 'search', arguments: { question } });
      const [text, ...others] = textsOf(result);
      expect(others).toEqual([]);
      expect(text).toMatch(/^.+\n[\s\S]*\n\n---\n\n```vault\/projects\/startup-x\/changelog\.md/);
      expect(text).toContain('| Le prestataire Durand ne peut pas livrer avant juin.');
      expect(result.structuredContent).toBeUndefined();
    });

    it('remembers, and reads again what it gave', async () => {
      const vault = tempVault(LIFE);
      const client = await open(kind, vault);
      const text = 'startup-x: the loom supplier is called Brossard, phone on Mondays only.';
      const given = await client.callTool({ name: 'update', arguments: { text, wait: true } });
      const status = updateOf(given);
      expect(['done', 'needs_answer']).toContain(status.state);
      expect(status.files.length).toBeGreaterThan(0);
      const again = await client.callTool({ name: 'update_status', arguments: { id: status.id } });
      expect(updateOf(again)).toEqual(status);
      const read = await client.callTool({ name: 'read', arguments: { paths: status.files } });
      expect(textsOf(read).join()).toContain('Brossard');
      // The page shows who uses this memory.
      await expect.poll(() => readUses(vault.root).map((use) => use.client)).toEqual([CLIENT_NAME]);
    });

    it('gets the instructions, all tools, resources and prompts', async () => {
      const vault = tempVault(LIFE);
      const client = await open(kind, vault, 'full');
      expect(client.getInstructions()).toContain("the user's own memory");
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(FULL);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain('vault:///projects/startup-x/changelog.md');
      const uri = 'vault:///projects/startup-x/changelog.md';
      const [content] = (await client.readResource({ uri })).contents;
      expect(content).toMatchObject({ uri, mimeType: 'text/markdown' });
      expect((content as { text: string }).text).toContain('Abandon');
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['recall', 'remember', 'review-inbox']);
    });

    it('edits what it read, and is refused what changed since', async () => {
      const vault = tempVault(LIFE);
      const client = await open(kind, vault, 'full');
      const path = 'vault/projects/startup-x/tasks.md';
      const if_match = await versionOf(client, path);
      const edit = { path, old_content: 'prio: haute', new_content: 'prio: basse', if_match };
      const done = await client.callTool({ name: 'edit', arguments: edit });
      expect(textsOf(done)[0]).toContain('+status: à-faire | prio: basse');
      expect(vault.get('projects/startup-x/tasks.md')).toContain('prio: basse');
      const stale = { path, old_content: 'prio: basse', new_content: 'prio: nulle', if_match };
      const refused = await client.callTool({ name: 'edit', arguments: stale });
      expect(refused.isError).toBe(true);
      expect(textsOf(refused)[0]).toBe(
        `[error] ${path}: changed since it was read, read it again\nCall read with {"paths":"${path}"}, then repeat with the if_match of its last line.`,
      );
      expect(vault.get('projects/startup-x/tasks.md')).toContain('prio: basse');
    });
  });
});

const FULL = [
  'update',
  'search',
  'orient',
  'update_status',
  'read',
  'tree',
  'find',
  'concat',
  'verify',
  'history',
  'undo',
  'write',
  'edit',
  'append',
  'move',
  'delete',
];

async function versionOf(client: AnyClient, path: string): Promise<string> {
  const result = await client.callTool({ name: 'read', arguments: { paths: path } });
  return new RegExp(`^${path} if_match=([0-9a-f]{12})$`).exec(textsOf(result)[1]!)![1]!;
}
