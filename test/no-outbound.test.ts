import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';
import { copyExampleVault } from '../src/exchange/example/demo-vault.js';
import { BIN, rappel } from './support/rappel.js';
import { scriptedModel } from './support/scripted-model.js';
import { tempFolder } from './support/temp-vault.js';

const RECORDER = fileURLToPath(new URL('support/record-connections.cjs', import.meta.url));

describe('no connection leaves the machine that was not configured', () => {
  it('whatever command runs on the example memory', async () => {
    const watched = createWatched();
    const covered = new Set<string>();
    const run = async (...words: string[]) => {
      covered.add(words[0]!);
      const { code, out, err } = await rappel(words, watched);
      expect(code, `rappel ${words.join(' ')}: ${err}`).toBe(0);
      return out;
    };
    const { folder } = watched;
    const state = 'projects/tidewater/state.md';

    await run('init');
    await run('setup', '--none');
    await run('models');
    await run('tree');
    await run('read', state);
    await run('concat', state);
    await run('find', 'what blocks the launch', '--deep');
    await run('search', 'what blocks the launch?');
    const { files, id } = JSON.parse(await run('search', 'what blocks the launch?', '--json'));
    await run('verify', files[0].ref);
    await run('explain', id);
    await run('write', 'bucket/new.md', 'one line');
    await run('append', 'bucket/new.md', 'another line');
    await run('edit', 'bucket/new.md', '--old', 'one line', '--new', 'a line');
    await run('move', 'bucket/new.md', 'bucket/moved.md');
    await run('call', 'tree', '{}');
    await run('index');
    await run('update', 'tidewater: the tide tables arrived');
    await run('retry', '--all');
    covered.add('dismiss');
    expect((await rappel(['dismiss', 'none'], watched)).err).toContain('no update "none"');
    await run('inbox');
    await run('refile', 'last', 'Halle Verte');
    const [latest] = JSON.parse(await run('history', '--json')).entries;
    await run('show', latest.id);
    await run('undo', latest.id);
    await run('redo', latest.id);
    await run('delete', 'bucket/moved.md');
    await run('restore', 'bucket/moved.md', '--at', latest.id);
    await run('purge', 'bucket/moved.md', '--yes');
    await run('status');
    await run('orient', 'tidewater');
    await run('link', 'tidewater');
    await run('capture', 'status');
    await run('memories', 'read');
    await run('sync', join(folder, 'remote.git'));
    await run('sync');
    await run('sync', 'status');
    await run('sync', 'off');
    await run('sync', join(folder, 'drive'), '--encrypt');
    await run('sync', 'here');
    await run('memory-tool', '{"command": "view", "path": "/memories"}');
    covered.add('hook');
    const started = JSON.stringify({ session_id: 's', cwd: folder, source: 'startup' });
    expect((await rappel(['hook', 'session-start'], { ...watched, input: started })).code).toBe(0);
    await run('token', 'create', 'laptop');
    await run('doctor', '--port', '0');
    await run('health');
    await run('install', 'cursor', '--yes');
    await run('autostart', 'on', '--print');
    await run('completion', 'bash');
    writeFileSync(join(folder, 'note.md'), '# A note\n\nSee https://example.org/page for more.\n');
    await run('import', join(folder, 'note.md'), '--yes');
    await run('export', join(folder, 'vault.tar.gz'));
    const vaults = join(folder, 'vaults');
    mkdirSync(vaults);
    await run('hub', 'add', vaults, 'anna');
    await run('doctor', '--hub', vaults);
    await serveFor(watched, ['hub', vaults], async (url) => {
      const token = readFileSync(join(vaults, 'anna', '.rappel', 'token'), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(url.replace('NAME/', 'anna/api/health'), { headers })).status).toBe(200);
    });
    await run('hub', 'remove', vaults, 'anna');

    for (const name of ['serve', 'demo']) {
      covered.add(name);
      await serveFor(watched, [name], async (url) => {
        expect((await fetch(`${url}/api/health`)).status).toBe(200);
        const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/default-src '(?:self|none)'/);
        expect(policy).not.toMatch(/https?:|\*/);
        if (name === 'serve') {
          await run('update', '--wait', 'tidewater: the harbour master called');
          await run('stop');
        }
      });
    }
    covered.add('mcp');
    const opening = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: opening });
    expect((await rappel(['mcp'], { ...watched, input: `${hello}\n` })).out).toContain('"serverInfo"');

    expect(watched.connections()).toBe('');
    // Git is no Node program: what it was asked to do says whether it had a reason to connect.
    const git = watched.gitCalls();
    expect(git.length).toBeGreaterThan(5);
    expect(
      git.filter((line) => /\b(?:clone|fetch|pull|push|ls-remote|remote|submodule)\b/.test(line)),
    ).toEqual([]);
    expect([...covered].sort()).toEqual(Object.keys(COMMANDS).sort());
  }, 240_000);

  it('but to the model that was named, and to nobody behind it', async () => {
    const watched = createWatched();
    const { url, requests } = await scriptedModel('openai', () => ({ text: 'Nothing to say.' }));
    const env = {
      ...watched.env,
      RAPPEL_MODEL: 'openai-compatible:scripted',
      RAPPEL_BASE_URL: url,
    };
    expect((await rappel(['search', 'what blocks the launch?'], { ...watched, env })).code).toBe(0);
    expect((await rappel(['update', 'tidewater: a word'], { ...watched, env })).code).toBe(0);
    expect(requests.length).toBeGreaterThan(1);
    expect(watched.connections()).toBe('');
  });

  it.each([
    ['fetch', "fetch('http://192.0.2.1/')"],
    ['a name', "require('node:dns').lookup('rappel.invalid', () => {})"],
    ['TLS', "require('node:tls').connect(443, '192.0.2.1')"],
    ['a datagram', "require('node:dgram').createSocket('udp4').send('x', 9, '192.0.2.1')"],
    [
      'a thread',
      'new (require("node:worker_threads").Worker)("fetch(\'http://192.0.2.1/\')", { eval: true })',
    ],
    [
      'a child',
      'require("node:child_process").spawn(process.execPath, ["-e", "fetch(\'http://192.0.2.1/\')"])',
    ],
  ])('and one that leaves is seen: %s', async (_, code) => {
    const watched = createWatched();
    const env = { ...watched.env, RAPPEL_TEST_STOP: '1' };
    const child = spawn(process.execPath, ['-e', code], { env, stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
    expect(watched.connections()).toMatch(/192\.0\.2\.1|rappel\.invalid/);
  });
});

/** The example memory, and an environment in which nothing leaves unseen. */
function createWatched() {
  const folder = tempFolder();
  const [vault, log, gitLog, programs] = ['vault', 'connections', 'git-calls', 'programs'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  copyExampleVault(vault, { language: 'fr', now: new Date() });
  mkdirSync(programs);
  writeFileSync(
    join(programs, 'git'),
    `#!/bin/sh\necho "$*" >> '${gitLog}'\nPATH='${process.env.PATH}' exec git "$@"\n`,
  );
  chmodSync(join(programs, 'git'), 0o755);
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    folder,
    vault,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: folder,
      RAPPEL_VAULT: vault,
      NODE_OPTIONS: `--require=${JSON.stringify(RECORDER)}`,
      RAPPEL_TEST_CONNECTIONS: log,
    } as NodeJS.ProcessEnv,
    connections: () => read(log),
    gitCalls: () => read(gitLog).trim().split('\n'),
  };
}

async function serveFor(
  { env }: ReturnType<typeof createWatched>,
  words: string[],
  meanwhile: (url: string) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...words, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = new Promise((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
      const address = / at (http:\S+)\n/.exec(out);
      if (address) resolve(address[1]!);
    });
    child.on('close', () => reject(new Error(`it ended: ${out}`)));
  });
  await meanwhile(url);
  child.kill('SIGTERM');
  await closed;
}
