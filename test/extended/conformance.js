// The official conformance suite against a service whose MCP door also answers the suite's own fixtures.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importModules } from '../../scripts/bundle.js';
import { addFixtures } from './fixtures.js';

const [
  { createAgents },
  { serveHttp },
  { serveMcpHttp },
  { createServedMemory },
  { createService },
  { openEngine },
  { systemClock },
  { createVault },
] = await importModules(
  'agents/create-agents',
  'http/serve',
  'mcp/serve-http',
  'memory/served-memory',
  'service/create-service',
  'service/engine/open-engine',
  'shared/clock',
  'vault/vault',
);
const EXPECTED = JSON.parse(readFileSync(new URL('expected-failures.json', import.meta.url), 'utf8'));

export async function checkConformance({ node, conformance }) {
  const results = [];
  for (const revision of ['2026-07-28', '2025-11-25']) {
    const server = await startFixtureServer();
    const output = await run(node, [
      conformance,
      'server',
      '--url',
      `${server.url}/mcp`,
      '--requirements',
      revision,
    ]);
    await server.stop();
    const summary = output.slice(output.indexOf('=== SUMMARY ==='));
    const unscored = new Set([...summary.matchAll(/^ +[✓✗] (\S+) \([a-z-]+\)$/gmu)].map(([, name]) => name));
    for (const [, mark, scenario, passed, failed] of summary.matchAll(
      /^([✓✗]) (\S+): (\d+) passed, (\d+) failed$/gmu,
    )) {
      const reason = EXPECTED[revision]?.[scenario] ?? null;
      results.push({
        revision,
        scenario,
        passed: mark === '✓',
        scored: !unscored.has(scenario),
        checks: [Number(passed), Number(failed)],
        expected: reason,
      });
    }
    if (!results.some((result) => result.revision === revision))
      throw new Error(`no result for ${revision}:\n${output.slice(-2_000)}`);
  }
  return results;
}

async function startFixtureServer() {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-conformance-'));
  const vault = createVault({ root: folder, clock: systemClock });
  const service = await createService({
    vault,
    engine: openEngine(vault, { XDG_CACHE_HOME: `${folder}-cache` }, { watched: true }),
    agents: createAgents({ model: null, key: null, language: 'en' }),
    language: 'en',
    log: (text) => console.error(text),
  });
  const mcp = await serveMcpHttp(createServedMemory(service), { version: '0.0.0', extend: addFixtures });
  const http = await serveHttp(createServedMemory(service), {
    host: '127.0.0.1',
    port: 0,
    token: 'test',
    asksToken: false,
    version: '0.0.0',
    mcp: mcp.fetch,
  });
  return {
    url: http.url,
    async stop() {
      await mcp.close();
      await http.close();
      await service.stop();
      for (const path of [folder, `${folder}-cache`]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
