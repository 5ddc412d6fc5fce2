import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { parseWall } from '../vault/wall.js';
import { openCore } from './open-core.js';

it('opens what could not be opened before, once its cause is repaired', async () => {
  const { vault, put } = tempVault();
  const config = tempFolder();
  const settings = join(config, 'rappel', 'config.json');
  mkdirSync(join(config, 'rappel'));
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: config };
  const core = openCore({ vault, env, agents: async () => agents, log: () => {} });
  onTestFinished(() => core.close(0));
  const walled = await core.walled(parseWall({ paths: ['projects/x'], global: false })!);
  writeFileSync(settings, '{');
  put('.rappel/format.json', '{"format":99}');
  const opens = [core.engine, core.history, walled.engine];
  for (const open of opens) await expect(open()).rejects.toMatchObject({ name: 'RappelError' });
  writeFileSync(settings, '{}');
  put('.rappel/format.json', '{"format":1,"vault":"x"}');
  for (const open of opens) await open();
});
