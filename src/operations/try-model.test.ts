import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scriptedModel, type Turn } from '../../test/support/scripted-model.js';
import { tempFolder } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { tryModel } from './run-trial.js';

async function trialOf(turns: Turn[]) {
  const { settings, requests } = await scriptedModel('openai', turns);
  const agents = createAgents({ model: settings, key: null, language: 'en', limits: { retries: 0 } });
  const tools: string[] = [];
  const trial = await tryModel(agents, (tool) => tools.push(tool));
  return { trial, tools, requests };
}

const append = (content: string) => ({
  calls: [{ name: 'append', input: { path: 'projects/halle-verte/changelog.md', content } }],
});
const FRENCH =
  '# 2025-03-01\n\n## Livraison des briques\nLe maçon livre les briques le 12 mars, Samira les reçoit.';

describe('a trial of a model', () => {
  it('shows a model that files the note, in French', async () => {
    const { trial, tools, requests } = await trialOf([append(FRENCH), { text: 'Noté dans le journal.' }]);
    expect(trial).toMatchObject({ error: null, toolCalls: 1, isFiled: true, isFrench: true, steps: 2 });
    expect(trial.seconds).toBeGreaterThan(0);
    expect(tools).toEqual(['append']);
    expect(requests[0]).toContain('le maçon livre les briques');
  });

  it('shows a model that writes in another language', async () => {
    const english =
      '## Delivery\nThe mason delivers the bricks on March 12, and Samira is there to take them.';
    const { trial } = await trialOf([append(english), { text: 'Logged.' }]);
    expect(trial).toMatchObject({ isFiled: true, isFrench: false });
  });

  it('shows a model that talks in place of calling tools', async () => {
    const { trial } = await trialOf([{ text: 'I would write that the bricks arrive on 12 mars.' }]);
    expect(trial).toMatchObject({ error: null, toolCalls: 0, isFiled: false });
  });

  it('shows a model that calls tools and loses the note', async () => {
    const { trial } = await trialOf([{ calls: [{ name: 'tree', input: {} }] }, { text: 'Done.' }]);
    expect(trial).toMatchObject({ error: null, toolCalls: 1, isFiled: false });
  });

  it('shows the error of a model that fails, and leaves nothing behind', async () => {
    const folder = tempFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { trial } = await trialOf([{ status: 401 }]);
    expect(trial.error).toMatchObject({ code: 'model', hint: 'Check the key with: rappel setup' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
