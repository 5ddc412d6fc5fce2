import assert from 'node:assert/strict';
import type { VaultStatus } from '../../src/operations/status.js';
import { createModelServer, type Turn } from '../support/model-server.js';
import {
  createDice,
  createPlace,
  type Place,
  type Running,
  startService,
  until,
  untilAgreed,
} from './harness.js';
import { countMarks, PROJECTS } from './kill.js';

/** Each another way in which a model, or the network before it, fails. */
const FAULTS: readonly Turn[] = [
  { drop: true },
  { text: 'The beginning of an answer', cut: true },
  { hang: true },
  { raw: '<html>Log in to this network</html>' },
  { status: 401 },
  { status: 429 },
  { status: 500 },
];

/** When the service is killed: each is another part of the way of an update whose model fails. */
const MOMENTS = ['asking', 'written', 'waiting', 'retrying'] as const;

/**
 * A model whose network drops, resets, hangs and refuses, while the service is killed in every phase of waiting and
 * retrying. Afterwards every acknowledged update is filed exactly once, by the model alone, and none failed.
 */
export async function outageScenario({ rounds }: { rounds: number }) {
  const place = createPlace();
  const dice = createDice(rounds);
  const acknowledged: string[] = [];
  let behave: (turn: Turn, hasWritten: boolean) => Turn = (turn) => turn;
  const model = await createModelServer('openai', (request) => {
    const hasWritten = request.includes('"role":"tool"');
    return behave(hasWritten ? { text: 'Appended.' } : { calls: [append(markIn(request))] }, hasWritten);
  });
  const env = {
    RAPPEL_MODEL: 'openai-compatible:m',
    RAPPEL_BASE_URL: model.url,
    RAPPEL_LIMIT_RETRIES: '0',
    RAPPEL_LIMIT_SECONDS: '2',
  };

  /** Gives it notes, and kills it at this moment. */
  async function killedRound(round: number): Promise<void> {
    const moment = MOMENTS[round % MOMENTS.length]!;
    const reached = createSignal();
    // Within a round the model fails in one way: a captive portal, a wrong key, a dead network.
    const fault = FAULTS[dice(FAULTS.length)]!;
    behave = (turn, hasWritten) => {
      if (moment === 'asking' || (moment === 'written' && hasWritten)) reached.give();
      return moment === 'written' && !hasWritten ? turn : fault;
    };
    const service = await startService(place, { env });
    for (let n = 0; n < 3; n++) {
      const id = `round-${round}-${n}`;
      // The built-in rules would be sure of every third.
      const where = n === 2 ? `Pour @${PROJECTS[round % PROJECTS.length]}` : 'Sans projet';
      const text = `${where} : note <${id}> du tour ${round}.`;
      const { status } = await service.request('POST', '/api/update', { text, id });
      if (status === 202) acknowledged.push(id);
    }
    if (moment === 'waiting' || moment === 'retrying') {
      await until('an update to wait', 60_000, async () => (await statusOf(service)).retrying.length > 0);
      if (moment === 'retrying') await retryAll(service);
    } else await reached.given;
    await service.kill();
  }

  try {
    for (const project of PROJECTS)
      place.put(`projects/${project}/description.md`, `# ${project}\n\nUn projet.\n`);
    for (let round = 0; round < rounds; round++) await killedRound(round);
    behave = (turn) => turn;
    const service = await startService(place, { env });
    await until('every update to be filed', 120_000, async () => {
      await retryAll(service);
      return (await statusOf(service)).waiting === 0;
    });
    assert.deepEqual((await statusOf(service)).failed, []);
    await untilAgreed(place, 60_000);
    checkMarks(place, acknowledged);
    assert.equal(await service.stop(), 0);
    return { rounds, acknowledged: acknowledged.length };
  } finally {
    model.close();
    place.remove();
  }
}

/** The mark of the update; the prompt may show others before it. */
function markIn(request: string): string {
  return [...request.matchAll(/note <([\w-]+)>/g)].at(-1)?.[1] ?? 'none';
}

function append(mark: string) {
  return { name: 'append', input: { path: 'bucket/model.md', content: `- <${mark}>` } };
}

/** Throws unless each mark is exactly once in what the model wrote, and nowhere else. */
function checkMarks(place: Place, ids: readonly string[]): void {
  const model = countMarks(place, /\/bucket\/model\.md$/);
  for (const id of ids) assert.deepEqual([id, model.get(id)], [id, 1]);
  assert.deepEqual([...countMarks(place, /^(?!.*\/bucket\/model\.md$)/)], []);
}

async function statusOf(service: Running): Promise<VaultStatus> {
  return (await service.request('GET', '/api/status')).body as VaultStatus;
}

async function retryAll(service: Running): Promise<void> {
  const { retrying } = await statusOf(service);
  for (const { id } of retrying) await service.request('POST', '/api/updates/retry', { id });
}

function createSignal(): { give(): void; given: Promise<void> } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => give(), given };
}
