import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { createService } from '../src/service/create-service.js';
import { rappel } from './support/rappel.js';
import { scriptedModel } from './support/scripted-model.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

describe('searches during an update', () => {
  it('thirty at once are answered while the update still runs', async () => {
    const temp = tempVault({
      'projects/startup-x/state.md': '## Statut\nLe prestataire ne livre pas avant juin.\n',
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const agents = createAgents({ model: null, key: null, language: 'fr' });
    const service = await createService({
      vault: temp.vault,
      engine: await temp.context.engine(),
      language: 'fr',
      log: () => {},
      agents: {
        ...agents,
        async file(run) {
          await released;
          return agents.file(run);
        },
      },
    });
    onTestFinished(() => service.stop());
    const { id } = await service.update({ text: 'startup-x: une note', images: [], inbox_ref: null });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.answer({ question: 'quand livre le prestataire ?' })),
    );
    expect(answers.every(({ text }) => text.includes('avant juin'))).toBe(true);
    expect(['accepted', 'running']).toContain(service.queue.find(id).state);
    const done = new Promise<void>((resolve) => {
      service.events.subscribe(({ type, data }) => {
        const status = data as { id: string; state: string; history: string | null };
        if (type === 'update' && status.id === id && status.state === 'done' && status.history !== null)
          resolve();
      });
    });
    release();
    await done;
    expect(service.queue.find(id).files).toContain('vault/projects/startup-x/changelog.md');
  });
});

describe('the command with a model', () => {
  const vaultWithNote = async () => {
    const vault = tempFolder();
    await rappel(['init'], { vault });
    await rappel(['write', 'projects/x/state.md', '## Statut\nLe prestataire livre en juin.'], { vault });
    return vault;
  };

  it('setup checks the model, keeps the choice, and search uses it', async () => {
    const vault = await vaultWithNote();
    const model = await scriptedModel('openai', (request, call) => {
      if (!request.includes('"stream":true')) return { text: 'ready' };
      const calls = [
        [{ name: 'search', input: { queries: ['prestataire juin'] } }],
        [{ name: 'concat', input: { files: [{ path: 'vault/projects/x/state.md', lines: null }] } }],
      ][call - 1];
      return calls ? { calls } : { text: 'Il livre en juin.\nC’est dans l’état du projet.' };
    });
    const env = { XDG_CONFIG_HOME: join(vault, '.config') };
    const set = await rappel(
      [
        'setup',
        '--provider',
        'openai-compatible',
        '--base-url',
        model.url,
        '--model',
        'scripted',
        '--no-check',
      ],
      { vault, env },
    );
    expect(set).toMatchObject({ code: 0, err: '' });
    model.requests.push('');
    const answer = await rappel(['search', 'quand livre le prestataire ?'], { vault, env });
    expect(answer.err).toBe('');
    expect(answer.out).toMatch(
      /^Il livre en juin\.\nC’est dans l’état du projet\.\n\n---\n\n```vault\/projects\/x\/state\.md\n/,
    );
    expect(answer.code).toBe(0);
  });

  it('says in a sentence what is wrong with a model, and still answers', async () => {
    const vault = await vaultWithNote();
    const env = { RAPPEL_MODEL: 'anthropic:some-model' };
    const answer = await rappel(['search', 'quand livre le prestataire ?'], { vault, env });
    expect(answer.code).toBe(0);
    expect(answer.out).toContain('Le prestataire livre en juin.');
    expect(answer.err).toBe('[warning] answered without the model: no key for anthropic\n');
    const wrong = await rappel(['search', 'x'], { vault, env: { RAPPEL_MODEL: 'skynet:1' } });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.err).toContain('RAPPEL_MODEL: got "skynet:1", expected provider:model');
    const failed = await rappel(
      ['setup', '--provider', 'openai-compatible', '--base-url', 'http://127.0.0.1:9/v1', '--model', 'm'],
      { vault },
    );
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('openai-compatible (m) failed');
  });

  it('files an update without a model from the command line, once', async () => {
    const vault = await vaultWithNote();
    const first = await rappel(['update', '--id', 'note-1', 'x: une note pour le projet'], { vault });
    expect(first.out).toContain('vault/projects/x/changelog.md');
    await rappel(['update', '--id', 'note-1', 'x: une note pour le projet'], { vault });
    const changelog = readFileSync(join(vault, 'projects/x/changelog.md'), 'utf8');
    expect(changelog.match(/une note pour le projet/g)).toHaveLength(1);
  });
});
