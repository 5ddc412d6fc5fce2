import { expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { openCore } from '../service/open-core.js';
import { projectWall } from '../vault/wall.js';
import { createLocalMemory } from './local-memory.js';

it('says where things stand in a repository whose project has no files yet', async () => {
  const { vault, put } = tempVault({
    'profile.md': 'Likes tea.\n',
    'projects/other/state.md': 'A secret.\n',
  });
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: tempFolder() };
  const core = openCore({ vault, env, agents: async () => agents, log: () => {} });
  onTestFinished(() => core.close(0));
  const memory = createLocalMemory(core, { wall: projectWall('fresh') });
  const { text } = await memory.run('orient', {});
  expect(text).toContain('Likes tea.');
  expect(text).not.toContain('secret');
  await expect(memory.run('orient', { project: 'other' })).rejects.toMatchObject({ code: 'not_found' });
  put('projects/fresh/state.md', '# Status\n\nBegun.\n');
  expect((await memory.run('orient', {})).text).toContain('Begun.');
});
