import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { generateVault } from '../../bench/generate-vault.js';
import { BIN, createPlace, pause, type Running, startService, untilAgreed } from './harness.js';

/** What a client waits for at most once it is connected, whatever the answer: an overload must not become a queue. */
const LONGEST_ANSWER_MS = 5_000;

/**
 * Searches at a steady rate over HTTP on a large vault: how long they take (from the moment each was due, so that a queue
 * counts), and the memory of the service; then the same while the index is built anew; then five times as many from
 * hundreds of connections, of which those that can't be answered soon must be refused soon.
 */
export async function loadScenario(options: { projects: number; perSecond: number; seconds: number }) {
  const place = createPlace();
  try {
    const { files, long, short } = generateVault(place.vault, options.projects);
    const service = await startService(place);
    await untilAgreed(place, 900_000);
    const questions = [...short, ...long];
    // A service that has been asked for a while already.
    await fire(service, questions, { ...options, seconds: Math.min(5, options.seconds), sockets: 64 });
    const calm = await fire(service, questions, { ...options, sockets: 64 });
    const rebuild = spawn(process.execPath, [BIN, 'index', '--rebuild'], {
      env: place.env,
      stdio: 'ignore',
    });
    const rebuilding = await fire(service, questions, { ...options, sockets: 64 });
    rebuild.kill('SIGKILL');
    const flood = { perSecond: 5 * options.perSecond, seconds: Math.min(5, options.seconds), sockets: 500 };
    const overload = await fire(service, questions, flood);
    console.log(JSON.stringify({ calm, rebuilding, overload }));
    for (const { problems, longestAnswer } of [calm, rebuilding, overload]) {
      assert.deepEqual(problems, []);
      assert.ok(longestAnswer < LONGEST_ANSWER_MS, `an answer took ${longestAnswer} ms`);
    }
    const after = await service.request('POST', '/api/tools/search', { queries: [questions[0]] });
    assert.equal(after.status, 200);
    const memory = { nowMb: memoryOf(service, 'VmRSS'), mostMb: memoryOf(service, 'VmHWM') };
    assert.equal(await service.stop(), 0);
    return { files, ...options, calm, rebuilding, overload, memory };
  } finally {
    place.remove();
  }
}

function memoryOf({ pid }: Running, what: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

/** Processor time of a process so far, in milliseconds. */
function processorMs({ pid }: Running): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function fire(
  service: Running,
  questions: string[],
  { perSecond, seconds, sockets }: { perSecond: number; seconds: number; sockets: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const worked = processorMs(service);
  const times: number[] = [];
  const problems = new Set<string>();
  let refused = 0;
  let longestAnswer = 0;
  const started = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    all.push(
      search(service, questions[n % questions.length]!, agent).then(
        ({ status, answeredMs }) => {
          longestAnswer = Math.max(longestAnswer, answeredMs);
          if (status === 200) times.push(performance.now() - due);
          else if (status === 503) refused++;
          else problems.add(`status ${status}`);
        },
        (error) => void problems.add((error as Error).message),
      ),
    );
  }
  await Promise.all(all);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return {
    answered: times.length,
    refused,
    problems: [...problems],
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
    /** From the moment a request had its connection, whatever was answered. */
    longestAnswer: Math.round(longestAnswer),
    perSecond: Math.round((1_000 * times.length) / (performance.now() - started)),
    /** What one request costs, however busy the machine is with other things. */
    processorMsEach: Math.round((10 * (processorMs(service) - worked)) / all.length) / 10,
  };
}

/** Over a bounded number of connections that are kept, as clients do; what waits for one counts too. */
function search(
  service: Running,
  question: string,
  agent: Agent,
): Promise<{ status: number; answeredMs: number }> {
  return new Promise((resolve, reject) => {
    let connected = 0;
    const headers = { 'content-type': 'application/json' };
    const request = httpRequest(
      `${service.url}/api/tools/search`,
      { method: 'POST', headers, agent },
      (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode!, answeredMs: performance.now() - connected }),
        );
      },
    );
    request.on('socket', () => {
      connected = performance.now();
    });
    request.on('error', reject);
    request.end(JSON.stringify({ queries: [question] }));
  });
}
