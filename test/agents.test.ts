import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { createService } from '../src/service/create-service.js';
import { runCommand } from './support/run-command.js';
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
    await runCommand(['init'], { vault });
    await runCommand(['write', 'projects/x/state.md', '## Statut\nLe prestataire livre en juin.'], { vault });
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
    const set = await runCommand(
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
    const answer = await runCommand(['search', 'quand livre le prestataire ?'], { vault, env });
    expect(answer.err).toBe('');
    expect(answer.out).toMatch(
      /^Il livre en juin\.\nC’est dans l’état du projet\.\n\n---\n\n```vault\/projects\/x\/state\.md\n/,
    );
    expect(answer.code).toBe(0);
  });

  it('setup finds Ollama, tries its model with a real note, and refuses one without tool calls', async () => {
    const vault = await vaultWithNote();
    const names = ['with-tools:8b', 'chatty:1b', 'tiny:1b'];
    const content = '## Livraison\nLe maçon livre les briques le 12 mars, et Samira les réceptionne.';
    const append = { name: 'append', input: { path: 'projects/halle-verte/changelog.md', content } };
    const ollama = await scriptedModel('openai', (request) => {
      if (request === '')
        return { raw: JSON.stringify({ models: names.map((name) => ({ name, model: name })) }) };
      // As Ollama says it.
      if (request.includes('tiny:1b')) return { status: 400, text: 'tiny:1b does not support tools' };
      const isDone = request.includes('"role":"tool"') || request.includes('chatty:1b');
      return isDone ? { text: 'C’est noté.' } : { calls: [append] };
    });
    const env = { XDG_CONFIG_HOME: join(vault, '.config'), OLLAMA_HOST: new URL(ollama.url).host };
    const setup = (...words: string[]) => runCommand(['setup', ...words], { vault, env });
    expect(await setup('--try')).toMatchObject({ code: 1, err: expect.stringContaining('no model is set') });
    const refused = await setup('--local', '--model', 'chatty:1b');
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("chatty:1b can't file notes") });
    expect(refused.err).toContain('Nothing was saved.');
    expect((await setup('--local', '--model', 'tiny:1b')).out).toContain("tiny:1b can't file notes");
    expect(await setup('--local', '--model', 'none')).toMatchObject({
      code: 2,
      err: expect.stringContaining('chatty:1b (Ollama)'),
    });
    const chosen = await setup('--local', '--model', 'with-tools:8b');
    expect(chosen).toMatchObject({ code: 0, err: '' });
    expect(chosen.out).toMatch(
      /can do the job: it filed a test note in 2 steps, [\d.]+ s each\.\nIt keeps to French/,
    );
    expect(chosen.out).toContain('openai-compatible:with-tools:8b is set.');
    expect((await setup('--try')).out).toContain('with-tools:8b can do the job');
    expect((await setup('limits', 'steps=30', 'seconds=600')).out).toMatch(/^steps +30 /m);
    expect((await setup('limits', 'steps=0')).code).toBe(2);
  });

  it('keeps a note for a model that is away, and files it with the next command', async () => {
    const vault = await vaultWithNote();
    let isAway = true;
    const content = '- Une idée sans lieu';
    const model = await scriptedModel('openai', (request) => {
      if (isAway) return { status: 401 };
      if (request.includes('"role":"tool"')) return { text: 'Gardé.' };
      return { calls: [{ name: 'append', input: { path: 'bucket/idees.md', content } }] };
    });
    const env = { RAPPEL_MODEL: 'openai-compatible:m', RAPPEL_BASE_URL: model.url };
    const run = (...words: string[]) => runCommand(words, { vault, env });
    const given = await run('update', '--id', 'one', 'Une idée sans lieu ni projet, pour un jour.');
    expect(given.code).toBe(0);
    expect(given.out).toMatch(
      /^Accepted: one\nIt waits for the model: .*scripted 401\. Check the key with: rappel setup\n/,
    );
    expect(given.out).toContain('To try it now: rappel retry one');
    const status = await run('status');
    expect(status.out).toContain('Updates  1 waiting, 0 failed');
    expect(status.out).toMatch(/Waiting {2}one: .*scripted 401.*\n +Next try: .*\(1 try so far\)/);
    await run('update', '--id', 'two', 'Une autre idée sans lieu, pour un autre jour.');
    expect((await run('dismiss', 'two')).out).toContain('to file it: rappel retry two');
    isAway = false;
    const filed = await run('retry', '--all');
    expect(filed).toMatchObject({ code: 0, out: expect.stringContaining('vault/bucket/idees.md') });
    expect((await run('status')).out).toContain('Updates  0 waiting, 0 failed');
    expect((await run('retry')).code).toBe(2);
  });

  it('says in a sentence what is wrong with a model, and still answers', async () => {
    const vault = await vaultWithNote();
    const env = { RAPPEL_MODEL: 'anthropic:some-model' };
    const answer = await runCommand(['search', 'quand livre le prestataire ?'], { vault, env });
    expect(answer.code).toBe(0);
    expect(answer.out).toContain('Le prestataire livre en juin.');
    expect(answer.err).toBe('[warning] answered without the model: no key for anthropic\n');
    const wrong = await runCommand(['search', 'x'], { vault, env: { RAPPEL_MODEL: 'skynet:1' } });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.err).toContain('RAPPEL_MODEL: got "skynet:1", expected provider:model');
    const failed = await runCommand(
      ['setup', '--provider', 'openai-compatible', '--base-url', 'http://127.0.0.1:9/v1', '--model', 'm'],
      { vault },
    );
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('openai-compatible (m) failed');
  });

  it('files an update without a model from the command line, once', async () => {
    const vault = await vaultWithNote();
    const first = await runCommand(['update', '--id', 'note-1', 'x: une note pour le projet'], { vault });
    expect(first.out).toContain('vault/projects/x/changelog.md');
    await runCommand(['update', '--id', 'note-1', 'x: une note pour le projet'], { vault });
    const changelog = readFileSync(join(vault, 'projects/x/changelog.md'), 'utf8');
    expect(changelog.match(/une note pour le projet/g)).toHaveLength(1);
  });
});
