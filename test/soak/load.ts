import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { generateVault } from '../../bench/generate-vault.js';
import { BIN, createPlace, pause, type Running, startService, until } from './harness.js';

/**
 * Searches at a steady rate over HTTP on a large vault: how long they take (from the moment each was due, so that a queue
 * counts), and the memory of the service; then the same while the index is built anew.
 */
export async function loadScenario(options: { projects: number; perSecond: number; seconds: number }) {
  const place = createPlace();
  try {
    const { files, long, short } = generateVault(place.vault, options.projects);
    const service = await startService(place);
    await until('the vault to be indexed', 900_000, async () => {
      await pause(500);
      const { body } = await service.request('GET', '/api/health');
      return (body as { files: number }).files >= files && (body as { waiting: number }).waiting === 0;
    });
    await service.request('POST', '/api/tools/search', { queries: ['warm'] });
    const questions = [...short, ...long];
    const calm = await fire(service, questions, options);
    assert.deepEqual(calm.reasons, []);
    const rebuild = spawn(process.execPath, [BIN, 'index', '--rebuild'], {
      env: place.env,
      stdio: 'ignore',
    });
    const rebuilding = await fire(service, questions, options);
    rebuild.kill('SIGKILL');
    assert.deepEqual(rebuilding.reasons, []);
    const memoryMb = Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
    assert.equal(await service.stop(), 0);
    return { files, ...options, calm, rebuilding, memoryMb };
  } finally {
    place.remove();
  }
}

async function fire(
  service: Running,
  questions: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const agent = new Agent({ maxSockets: 64 });
  const times: number[] = [];
  let failed = 0;
  const reasons = new Set<string>();
  const started = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    all.push(
      search(service, questions[n % questions.length]!, agent).then(
        (status) => {
          times.push(performance.now() - due);
          if (status === 200) return;
          failed++;
          reasons.add(`status ${status}`);
        },
        (error) => {
          failed++;
          reasons.add((error as Error).message);
        },
      ),
    );
  }
  await Promise.all(all);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return {
    searches: times.length,
    failed,
    reasons: [...reasons],
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
    perSecond: Math.round((1_000 * times.length) / (performance.now() - started)),
  };
}

/** Over a bounded number of connections, as a client would; what waits for one counts too. */
function search(service: Running, question: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const request = httpRequest(
      `${service.url}/api/tools/search`,
      { method: 'POST', headers, agent },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify({ queries: [question] }));
  });
}
