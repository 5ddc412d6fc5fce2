// The real Claude Code, Codex and Gemini CLI, with scripted models on loopback, run Rappel's hooks: start, work, resume, fork, compact, clear, kill.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geminiSessions } from './gemini-hooks.js';
import { scriptedEndpoint } from './scripted-endpoint.js';
import { prepareTools } from './tools-folder.js';

const BIN = fileURLToPath(new URL('../../bin/rappel.js', import.meta.url));
const PROFILE = '# Style\n\nAnswers in French.\n';
const SAID = 'Noted.';
const LONGEST_MS = 120_000;
/** The scripted model of Codex says that its context is full after this. */
const LONG_TURN = 'long turn';

export async function run() {
  const tools = prepareTools();
  const results = [];
  for (const check of [claudeCode, claudeCodeKilled, codex, gemini]) {
    const home = mkdtempSync(join(tmpdir(), 'rappel-hooks-'));
    mkdirSync(join(home, 'work'));
    mkdirSync(join(home, 'vault'));
    writeFileSync(join(home, 'vault', 'profile.md'), PROFILE);
    try {
      await check({ tools, home, vault: join(home, 'vault'), work: join(home, 'work') });
      results.push({ name: check.title, wrong: null });
    } catch (error) {
      results.push({ name: check.title, wrong: error.message });
    } finally {
      removeQuietly(home);
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return {
    report: [
      `Last run: ${day}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
      '',
      ...results.map(({ name, wrong }) => `- ${name}: ${wrong === null ? 'passes' : 'fails'}.`),
    ].join('\n'),
    wrong: results.flatMap(({ name, wrong }) => (wrong === null ? [] : [`${name}: ${wrong}`])),
  };
}

/** Clients leave processes behind that still write there. */
function removeQuietly(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch {
    console.error(`left behind: ${folder}`);
  }
}

async function claudeCode(setting) {
  const endpoint = await scriptedEndpoint({ tool: 'none', input: {}, closing: SAID });
  try {
    const client = claudeClient(setting, endpoint);
    const id = randomUUID();
    const shown = async (...args) => {
      const before = endpoint.requests.length;
      await client(args);
      return memoriesIn(endpoint.requests.slice(before).at(-1));
    };
    assert.equal(await shown('-p', 'first turn', '--session-id', id), 1, 'the start shows the memory once');
    assert.equal(await shown('-p', 'second turn', '--resume', id), 1, 'a resume does not show it again');
    writeFileSync(join(setting.vault, 'profile.md'), `${PROFILE}Likes rain.\n`);
    assert.equal(await shown('-p', 'third turn', '--resume', id), 2, 'a resume shows what is new');
    assert.equal(
      await shown('-p', 'turn of the fork', '--resume', id, '--fork-session'),
      2,
      'a fork shows nothing again',
    );
    await client(['-p', '/compact', '--resume', id]);
    assert.equal(await shown('-p', 'fourth turn', '--resume', id), 1, 'after a compaction it is shown once');
    const turns = ['/clear', 'turn after clear'].map((content) => ({
      type: 'user',
      message: { role: 'user', content },
    }));
    const streaming = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
    await client(
      ['-p', ...streaming, '--resume', id],
      turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''),
    );
    assert.equal(memoriesIn(endpoint.requests.at(-1)), 1, 'a cleared context is shown it again');
    const said = [
      'first turn',
      'second turn',
      'third turn',
      'turn of the fork',
      'fourth turn',
      'turn after clear',
    ];
    await assertKept(setting, said);
  } finally {
    await endpoint.close();
  }
}
claudeCode.title = 'Claude Code: start, resume, fork, compact, clear';

/** The model never answers: the client is killed in the middle of its turn, and the next one finds what it had logged. */
async function claudeCodeKilled(setting) {
  const endpoint = await scriptedEndpoint({ tool: 'none', input: {}, closing: SAID });
  const silent = createServer(() => {});
  await new Promise((done) => silent.listen(0, '127.0.0.1', done));
  try {
    const id = randomUUID();
    const stuck = claudeClient(setting, { url: `http://127.0.0.1:${silent.address().port}` });
    const isLogged = () => logsOf(setting.home).some((text) => text.includes('killed turn'));
    await stuck(['-p', 'killed turn', '--session-id', id], '', isLogged);
    await claudeClient(setting, endpoint)(['-p', 'next session']);
    await assertKept(setting, ['killed turn', 'next session']);
  } finally {
    silent.closeAllConnections();
    silent.close();
    await endpoint.close();
  }
}
claudeCodeKilled.title = 'Claude Code: kill -9 in a turn';

async function codex(setting) {
  const endpoint = await scriptedResponses();
  try {
    const client = codexClient(setting, endpoint);
    const shown = async (...args) => {
      const output = await client(args);
      return { count: memoriesIn(endpoint.requests.at(-1)), output };
    };
    const first = await shown('exec', 'first turn');
    const id = /session id: (\S+)/.exec(first.output)?.[1];
    assert.equal(first.count, 1, 'the start shows the memory once');
    assert.equal(
      (await shown('exec', 'resume', id, 'second turn')).count,
      1,
      'a resume does not show it again',
    );
    writeFileSync(join(setting.vault, 'profile.md'), `${PROFILE}Likes rain.\n`);
    assert.equal((await shown('exec', 'fork', id, 'turn of the fork')).count, 2, 'a fork shows what is new');
    await shown('exec', 'resume', id, LONG_TURN);
    const compacted = await shown('exec', 'resume', id, 'turn after that');
    assert.equal(endpoint.compactions(), 1, 'the context was compacted');
    assert.equal(compacted.count, 1, 'after a compaction it is shown once');
    const said = ['first turn', 'second turn', 'turn of the fork', LONG_TURN, 'turn after that'];
    await assertKept(setting, said);
    assert.deepEqual(
      readdirSync(join(setting.vault, '.rappel/captured/open')),
      [],
      'every session has ended',
    );
  } finally {
    await endpoint.close();
  }
}
codex.title = 'Codex: start, resume, fork, compact';

async function gemini(setting) {
  const rappel = (...args) =>
    started(process.execPath, [BIN, ...args, '--vault', setting.vault], { HOME: setting.home }, setting.home);
  await assertKept(setting, await geminiSessions(setting, { started, rappel, profile: PROFILE }));
}
gemini.title = 'Gemini CLI: install, start, resume';

/** Every turn is in one note, once, and no hook logged a failure. */
async function assertKept({ vault, home }, said) {
  await started(process.execPath, [BIN, 'capture', 'file', '--vault', vault], { HOME: home }, home);
  const bucket = join(vault, 'bucket');
  const notes = readdirSync(bucket).map((name) =>
    readFileSync(join(bucket, name), 'utf8').replace(/^# .*$/m, ''),
  );
  const all = notes.join('\n');
  for (const turn of said) assert.equal(all.split(`\n${turn}\n`).length - 1, 1, `"${turn}" is kept once`);
  assert.doesNotMatch(all, /rappel-memory|Answers in French/, 'what Rappel showed is not stored');
  assert.ok(!readdirSync(join(vault, '.rappel')).includes('hooks.log'), 'no hook failed');
}

/** How often a request tells of the memory. */
function memoriesIn(request) {
  return JSON.stringify(request).split('<rappel-memory>').length - 1;
}

function hooksOf(vault, events, options = '') {
  const entries = Object.entries(events).map(([event, name]) => {
    const command = `${process.execPath} ${BIN} hook ${name} --vault ${vault}${options}`;
    return [event, [{ hooks: [{ type: 'command', command, timeout: 10 }] }]];
  });
  return { hooks: Object.fromEntries(entries) };
}

const EVENTS = {
  SessionStart: 'session-start',
  PreCompact: 'pre-compact',
  Stop: 'stop',
  SessionEnd: 'session-end',
};

function claudeClient({ tools, home, vault, work }, { url }) {
  const settings = join(home, 'settings.json');
  writeFileSync(settings, JSON.stringify(hooksOf(vault, EVENTS)));
  const env = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    HOME: home,
  };
  const options = ['--settings', settings, '--model', 'scripted', '--strict-mcp-config'];
  return (args, input, killWhen) =>
    started(tools.claude, [...args, ...options], env, work, { input, killWhen });
}

function codexClient({ tools, home, vault, work }, { url }) {
  const folder = join(home, '.codex');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'config.toml'),
    `model = "scripted"\nmodel_provider = "scripted"\nmodel_auto_compact_token_limit = 5000\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\n`,
  );
  writeFileSync(join(folder, 'hooks.json'), JSON.stringify(hooksOf(vault, EVENTS, ' --client codex')));
  // A person reviews hooks once in Codex itself.
  const options = ['--skip-git-repo-check', '--dangerously-bypass-hook-trust'];
  return ([command, ...args]) => {
    const isNew = args.length === 1;
    const words = isNew ? [command, ...options, ...args] : [command, args[0], ...options, ...args.slice(1)];
    return started(tools.codex, words, { HOME: home, SCRIPTED_KEY: 'scripted' }, work);
  };
}

/** Runs a program to its end, or until it is time to kill it; resolves with what it said. */
function started(program, args, env, cwd, { input = '', killWhen } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH, ...env } });
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    const look = killWhen && setInterval(() => killWhen() && child.kill('SIGKILL'), 50);
    let said = '';
    child.stdout.on('data', (part) => (said += part));
    child.stderr.on('data', (part) => (said += part));
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(look);
      if (code === 0 || killWhen?.()) resolve(said);
      else reject(new Error(`${args.slice(0, 3).join(' ')} ended with ${code}: ${said.slice(-500)}`));
    });
  });
}

function logsOf(home) {
  const folder = join(home, '.claude', 'projects');
  try {
    const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
    return names.map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

/** The same for the wire format of Codex. */
async function scriptedResponses() {
  const requests = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (!request.url.includes('/responses')) return response.writeHead(404).end();
      requests.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (type, data) =>
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      const id = `response-${requests.length}`;
      const content = [{ type: 'output_text', text: SAID }];
      send('response.created', { response: { id } });
      send('response.output_item.done', {
        item: { type: 'message', role: 'assistant', id: `message-${requests.length}`, content },
      });
      const input = JSON.stringify(requests.at(-1).input.at(-1)).includes(LONG_TURN) ? 9_000 : 1;
      const usage = { input_tokens: input, output_tokens: 1, total_tokens: input + 1 };
      send('response.completed', { response: { id, usage } });
      response.end();
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    compactions: () =>
      requests.filter(({ input }) => JSON.stringify(input.at(-1)).includes('COMPACTION')).length,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
