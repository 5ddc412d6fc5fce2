import { expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { createLinkIndex } from '../service/links/link-index.js';
import { openCore } from '../service/open-core.js';
import { createFindings } from './findings.js';

it('keeps a copy in which a person writes while it is about to be deleted', async () => {
  const text = `# Garden\n\n${'The roses need water every second day in summer. '.repeat(8)}\n`;
  const { vault, root, put, get } = tempVault({ 'bucket/garden.md': text, 'bucket/garden copy.md': text });
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder() };
  const core = openCore({ vault, env, agents: async () => agents, log: () => {} });
  onTestFinished(() => core.close(0));
  const links = createLinkIndex(root, () => {});
  let looks = Number.POSITIVE_INFINITY;
  let removed = '';
  const findings = createFindings(core, {
    ...links,
    async refresh(everything) {
      await links.refresh(everything);
      // The files are examined, the fix is previewed, then planned anew.
      if (--looks === 0) put(removed, `${text}Mine.\n`);
    },
  });
  const [found] = (await findings.list()).findings;
  const { files } = await findings.preview(found!.id);
  removed = files.find(({ change }) => change === 'deleted')!.path.replace(/^vault\//, '');
  looks = 3;
  await expect(findings.fix(found!.id)).rejects.toMatchObject({ code: 'stale' });
  expect(get(removed)).toContain('Mine.');
});
