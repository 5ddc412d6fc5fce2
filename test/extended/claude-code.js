// The real Claude Code, with a scripted model on loopback, recalls and remembers through Rappel.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptedEndpoint, toolResults } from './scripted-endpoint.js';
import { startService } from './service.js';

const BIN = fileURLToPath(new URL('../../bin/rappel.js', import.meta.url));

export async function checkClaudeCode({ claude }) {
  const results = [];
  for (const transport of ['stdio', 'http']) {
    for (const check of [recalls, remembers]) {
      const home = mkdtempSync(join(tmpdir(), 'rappel-claude-'));
      const vault = join(home, 'vault');
      put(vault, 'projects/startup-x/changelog.md', CHANGELOG);
      const service = transport === 'http' ? await startService(vault) : null;
      const server = service
        ? { type: 'http', url: `${service.url}/mcp` }
        : {
            type: 'stdio',
            command: process.execPath,
            args: [BIN, 'mcp', '--vault', vault],
            env: { HOME: home },
          };
      const name = `Claude Code over ${transport} ${check.name}`;
      try {
        await check({ claude, home, vault, server });
        results.push({ name, passed: true });
      } catch (error) {
        results.push({ name, passed: false, reason: error.message });
      } finally {
        await service?.stop();
        rmSync(home, { recursive: true, force: true });
      }
    }
  }
  return results;
}

async function recalls(setting) {
  const question = "pourquoi a-t-on abandonné l'API externe ?";
  const endpoint = await scriptedEndpoint({
    tool: 'mcp__rappel__search',
    input: { question },
    closing: 'Durand.',
  });
  const output = await run(setting, endpoint, question);
  await endpoint.close();
  assert.equal(output.trim(), 'Durand.');
  const first = endpoint.requests.find(({ tools }) =>
    tools?.some(({ name }) => name === 'mcp__rappel__search'),
  );
  assert.ok(first, 'the tool search was in sight from the start');
  assert.ok(
    first.tools.some(({ name }) => name === 'mcp__rappel__update'),
    'the tool update too',
  );
  assert.match(JSON.stringify(first), /Rappel is the user's own memory/, 'the instructions were delivered');
  const received = textOf(toolResults(endpoint.requests)[0]);
  assert.match(
    received,
    /\n---\n\n```vault\/projects\/startup-x\/changelog\.md/,
    'the answer came as it is, not as JSON',
  );
  assert.match(received, /\| Le prestataire Durand ne peut pas livrer avant juin\./);
}

async function remembers(setting) {
  const input = { text: 'startup-x: the loom supplier is called Brossard.', wait: true };
  const endpoint = await scriptedEndpoint({ tool: 'mcp__rappel__update', input, closing: 'Kept.' });
  const output = await run(setting, endpoint, 'Remember that the loom supplier is called Brossard.');
  await endpoint.close();
  assert.equal(output.trim(), 'Kept.');
  const received = JSON.parse(textOf(toolResults(endpoint.requests)[0]));
  assert.equal(received.status, 'accepted');
  assert.ok(['done', 'needs_answer'].includes(received.state), `state ${received.state}`);
  const kept = received.files.map((path) =>
    readFileSync(join(setting.vault, path.replace(/^vault\//, '')), 'utf8'),
  );
  assert.match(kept.join('\n'), /Brossard/);
}

/** One question, without a person: nothing of the tester's own settings reaches it, and it can reach nothing but loopback. */
function run({ claude, home, server }, endpoint, prompt) {
  const config = join(home, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { rappel: server } }));
  const allowed = ['search', 'update'].map((tool) => `mcp__rappel__${tool}`).join(',');
  const args = [
    '-p',
    prompt,
    '--mcp-config',
    config,
    '--strict-mcp-config',
    '--allowedTools',
    allowed,
    '--model',
    'scripted',
  ];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_BASE_URL: endpoint.url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(claude, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (err += part));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(out);
      else reject(new Error(`claude ended with ${code}: ${(err || out).slice(0, 500)}`));
    });
  });
}

function textOf({ content }) {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

function put(vault, path, text) {
  const file = join(vault, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const CHANGELOG =
  "# 2025-07-14\n\n## [décision] Abandon de l'API externe\nLe prestataire Durand ne peut pas livrer avant juin.\n";
