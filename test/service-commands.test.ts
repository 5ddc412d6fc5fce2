import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueue } from '../src/service/updates/queue.js';
import { createPlace, type Place, startService, until } from './soak/harness.js';
import { rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { scriptedModel } from './support/scripted-model.js';
import { asNobody, isRoot } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

interface Finding {
  area: string;
  ok: boolean;
  says: string;
  next: string | null;
}

/** What `rappel doctor` finds wrong, by area; its exit code must agree. */
async function wrongs(options: Parameters<typeof rappel>[1], port = '0') {
  const env = { HOME: tempFolder(), RAPPEL_MODEL: 'none', ...options?.env };
  const { code, out, err } = await rappel(['doctor', '--json', '--port', port], { ...options, env });
  expect(err).toBe('');
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  expect(code).toBe(ok ? 0 : 1);
  const wrong = findings.filter((finding) => !finding.ok);
  expect(ok).toBe(wrong.length === 0);
  return wrong.map(({ area, next }) => `${area}: ${next}`);
}

describe('rappel doctor', () => {
  it('says what to do about a vault that is missing, or a file', async () => {
    const missing = join(tempFolder(), 'none');
    expect(await wrongs({ vault: missing })).toEqual([`vault: rappel init ${missing}`]);
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    expect(await wrongs({ vault: file })).toContain('vault: rappel init DIR');
  });

  it.skipIf(asNobody === null)('says what to do about a vault that can not be written', async () => {
    const { root } = tempVault();
    if (isRoot) chownSync(root, 65534, 65534);
    chmodSync(root, 0o500);
    onTestFinished(() => chmodSync(root, 0o700));
    const env = { HOME: '/nonexistent', XDG_CACHE_HOME: join(root, 'no'), XDG_CONFIG_HOME: join(root, 'no') };
    expect(await wrongs({ vault: root, by: asNobody!, env })).toEqual([
      `vault: ls -ld ${root}`,
      expect.stringMatching(/^index: ls -ld /),
    ]);
  });

  it('says what to do about a cache that can not be used, no git, and a port that is taken', async () => {
    const { root } = tempVault({ 'a.md': 'un\n' });
    expect(await wrongs({ vault: root, env: { XDG_CACHE_HOME: '/dev/null' } })).toEqual([
      expect.stringMatching(/^index: ls -ld \/dev\/null/),
    ]);
    expect(await wrongs({ vault: root, env: { PATH: tempFolder() } })).toEqual([
      'history: install git, then: rappel doctor',
    ]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await wrongs({ vault: root }, String(port))).toEqual([`port: rappel serve --port ${port + 1}`]);
  });

  it('says what to do about updates that wait or failed', async () => {
    const { root, vault } = tempVault();
    const queue = createQueue(vault);
    await queue.admit({ text: 'x', images: [], inbox_ref: null }, 'one');
    expect(await wrongs({ vault: root })).toEqual(['queue: rappel serve']);
    queue.set('one', { state: 'failed', reason: 'no words' });
    expect(await wrongs({ vault: root })).toEqual(['queue: rappel status']);
    const { out } = await runCommand(['status'], { vault: root });
    expect(out).toContain('Failed   one: no words');
  });
});

const ENDPOINT = ['--provider', 'openai-compatible', '--base-url'];

describe('commands beside a service', () => {
  const run = (place: Place, ...args: string[]) => runCommand(args, { vault: place.vault, env: place.env });

  it('let it file what waits as soon as the settings of its model are right', async () => {
    const place = createPlace();
    onTestFinished(() => place.remove());
    const content = '- Une idée sans lieu';
    const model = await scriptedModel('openai', (request) => {
      if (!request.includes('"model":"right"')) return { status: 404 };
      if (request.includes('"role":"tool"')) return { text: 'Gardé.' };
      return { calls: [{ name: 'append', input: { path: 'bucket/idees.md', content } }] };
    });
    const { RAPPEL_MODEL: _, ...env } = place.env;
    place.env = { ...env, XDG_CONFIG_HOME: place.folder };
    const choose = (name: string) =>
      run(place, 'setup', '--no-check', '--model', name, ...ENDPOINT, model.url);
    expect((await choose('wrong')).code).toBe(0);
    const service = await startService(place);
    const given = await run(place, 'update', '--wait', '--id', 'one', 'Une idée sans lieu ni projet.');
    expect(given.out).toContain('Check the name of the model and the address with: rappel setup');
    expect((await choose('right')).code).toBe(0);
    await until('the update to be filed', 60_000, () => existsSync(join(place.vault, 'bucket/idees.md')));
    expect(
      (await run(place, 'update', '--wait', '--id', 'one', 'Une idée sans lieu ni projet.')).out,
    ).toContain('vault/bucket/idees.md');
    expect(await service.stop()).toBe(0);
  });

  it('leave its model alone for a command with RAPPEL_MODEL=none, and let the others wait for it', async () => {
    const place = createPlace();
    onTestFinished(() => place.remove());
    place.put('projects/startup-x/description.md', '# Startup X\n\nThe launch is on 3 May.\n');
    const model = await scriptedModel('openai', () => ({ status: 500 }));
    const { RAPPEL_MODEL: _, ...env } = place.env;
    place.env = { ...env, XDG_CONFIG_HOME: place.folder, RAPPEL_LIMIT_RETRIES: '0' };
    await run(place, 'setup', '--no-check', '--model', 'down', ...ENDPOINT, model.url);
    const service = await startService(place);
    const waiting = await run(place, 'update', '--wait', '--json', '--id', 'one', 'startup-x: Marie called');
    expect(JSON.parse(waiting.out)).toMatchObject({ state: 'accepted', retry: { failure: 'unreachable' } });
    const asked = model.requests.length;
    const own = { ...place, env: { ...place.env, RAPPEL_MODEL: 'none' } };
    const filed = await run(own, 'update', '--wait', '--json', 'startup-x: Paul called');
    expect(JSON.parse(filed.out)).toMatchObject({ state: 'done' });
    const found = await run(own, 'search', '--json', 'When is the launch of Startup X?');
    const { stages } = JSON.parse(found.out) as { stages: { name: string }[] };
    expect(stages.map(({ name }) => name)).not.toContain('agent');
    expect(model.requests).toHaveLength(asked);
    const changelog = readFileSync(join(place.vault, 'projects/startup-x/changelog.md'), 'utf8');
    expect([changelog.includes('Paul'), changelog.includes('Marie')]).toEqual([true, false]);
    expect((await service.request('POST', '/api/update', { text: 'x', model: 'other' })).status).toBe(400);
    expect((await service.request('POST', '/api/search', { question: 'x', model: 'other' })).status).toBe(
      400,
    );
    await service.stop();
  });

  it('say whether it runs, was killed, or has lost its vault; and wait for an update', async () => {
    const place = createPlace();
    onTestFinished(() => place.remove());
    mkdirSync(join(place.vault, 'projects/atlas'), { recursive: true });
    writeFileSync(join(place.vault, 'projects/atlas/description.md'), '# Atlas\n');
    const service = await startService(place);
    expect((await run(place, 'status')).out).toContain(`Service  ${service.url}\n`);
    // It listens elsewhere: a port that another program uses is not in its way.
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await wrongs({ vault: place.vault, env: place.env }, String(port))).toEqual([]);
    other.close();
    const second = await run(place, 'serve', '--port', '0');
    expect([second.code, second.err]).toEqual([
      1,
      expect.stringContaining(`served already, at ${service.url}`),
    ]);

    const copy = join(tempFolder(), 'copy');
    cpSync(place.vault, copy, { recursive: true });
    const copied = await runCommand(['status'], { vault: copy, env: { ...place.env, RAPPEL_VAULT: copy } });
    expect(copied.out).toContain('Service  not running; start it with: rappel serve\n');
    expect(copied.out).not.toContain('Problem');

    const filed = await run(place, 'update', '--wait', '--json', '--id', 'mine', 'Le client a rappelé');
    expect(JSON.parse(filed.out)).toMatchObject({ ok: true, id: 'mine', state: 'needs_answer' });
    // The same id is the same update.
    const again = await run(place, 'update', '--wait', '--id', 'mine', 'Le client a rappelé');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('vault/inbox/')]);
    expect((await run(place, 'status')).out).toContain('Inbox    1 to answer');

    const moved = `${place.vault}-moved`;
    execFileSync('mv', [place.vault, moved]);
    await until('the service to notice', 30_000, () => service.log().includes('out of reach'));
    const lost = await runCommand(['doctor', '--port', '0'], {
      vault: moved,
      env: { ...place.env, RAPPEL_VAULT: moved },
    });
    expect(lost.out).toMatch(/wrong {2}service .* it was moved\n +next: rappel stop, then: rappel serve/);
    execFileSync('mv', [moved, place.vault]);

    await service.kill();
    const status = await run(place, 'status');
    expect([status.code, status.out]).toEqual([
      0,
      expect.stringContaining('Service  not running (it was killed); start it with: rappel serve'),
    ]);
    expect((await run(place, 'stop')).out).toBe('No service runs for this vault.\n');
    const alone = await run(place, 'update', '--wait', 'Le client a écrit sans service');
    expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('vault/inbox/')]);

    const next = await startService(place);
    expect((await run(place, 'stop')).out).toBe(`Stopped the service at ${next.url}.\n`);
    expect((await run(place, 'status')).out).toContain('Service  not running; start it with: rappel serve');
  });

  it('undo the last thing that Rappel was asked to do, not what the service recorded after it', async () => {
    const place = createPlace();
    onTestFinished(() => place.remove());
    const service = await startService(place);
    await run(place, 'append', 'tasks.md', '# Appeler Marie');
    writeFileSync(join(place.vault, 'profile.md'), 'J’habite à Lyon.\n');
    const sources = async () => {
      const { entries } = JSON.parse((await run(place, 'history', '--json')).out);
      return (entries as { source: string }[]).map(({ source }) => source).slice(0, 2);
    };
    await expect.poll(sources, { timeout: 60_000 }).toEqual(['outside', 'tool']);
    expect((await run(place, 'undo', 'last')).out).toContain('vault/tasks.md');
    expect(readFileSync(join(place.vault, 'tasks.md'), 'utf8')).not.toContain('Marie');
    expect(readFileSync(join(place.vault, 'profile.md'), 'utf8')).toContain('Lyon');
    expect(await service.stop()).toBe(0);
  });

  it('say so where it does not answer', async () => {
    const { root } = tempVault();
    mkdirSync(join(root, '.rappel'));
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { ownIdentity } = await import('../src/shared/process-identity.js');
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const lease = { ...ownIdentity(), url, started: '2025-07-14T18:30:00', renewed: Date.now() };
    writeFileSync(join(root, '.rappel', 'service.json'), JSON.stringify(lease));
    const { code, out } = await runCommand(['status'], { vault: root });
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(
        `Problem  the service at ${url} (process ${process.pid}) does not answer. Restart it: rappel stop, then: rappel serve`,
      ),
    ]);
    expect(await wrongs({ vault: root })).toEqual(['service: rappel stop, then: rappel serve']);
  });
});
