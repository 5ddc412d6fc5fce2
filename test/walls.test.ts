import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import type { Memory } from '../src/memory/memory.js';
import { openCore } from '../src/service/open-core.js';
import { newId } from '../src/shared/ids.js';
import { tempFolder, tempVault } from './support/temp-vault.js';
import {
  answerTo,
  GENERAL,
  referencesTo,
  requestsAbout,
  requestsById,
  requestsFor,
} from './support/wall-requests.js';
import {
  createAllowed,
  crossWall,
  filesIn,
  type GeneratedVault,
  generateVault,
  liveOn,
  note,
  tellingIn,
} from './support/walled-vault.js';

/** `RAPPEL_WALLS=200 npx vitest run test/walls.test.ts` runs more, from seed `RAPPEL_WALL_SEED` on. */
const RUNS = Number(process.env.RAPPEL_WALLS ?? 2);
const FIRST = Number(process.env.RAPPEL_WALL_SEED ?? 1);
const ACTS = 5;

/** Opens a vault whole and behind its wall, and lives on in both. */
async function openBoth(given: GeneratedVault) {
  const temp = tempVault(given.files);
  const { root, vault } = temp;
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder() };
  const core = openCore({ vault, env, agents: async () => agents, log: () => {} });
  const [whole, walled] = [createLocalMemory(core), createLocalMemory(core, { wall: given.wall })];
  onTestFinished(() => core.close(0));
  const allowed = createAllowed(root, given);
  const { events } = await core.walled(given.wall);
  const told: unknown[] = [];
  events.subscribe((event) => told.push(event));
  allowed.look();
  await crossWall(whole, root, given, allowed.look);
  for (let count = 0; count < ACTS; count++) {
    await liveOn(whole, root, given);
    allowed.look();
  }
  const text = `The mast was ${given.word()} again.`;
  allowed.add(text);
  const { id } = await walled.run('update', note(text));
  await walled.run('updates/follow', { id: id });
  await liveOn(whole, root, given);
  allowed.look();
  return { root, core, whole, walled, allowed, told };
}

type Opened = Awaited<ReturnType<typeof openBoth>>;

/** Telling words in an answer that were never inside, except those that were asked about. */
async function leaksOf(
  { walled, allowed }: Opened,
  asking: (memory: Memory) => Promise<unknown>,
  asked = '',
) {
  const mentioned = tellingIn(asked);
  return allowed.leaksIn(await answerTo(asking, walled)).filter((word) => !mentioned.includes(word));
}

/** The ids of what was done outside: entries, updates, answers, items. */
async function idsOutside({ whole, walled }: Opened): Promise<string[]> {
  const idsIn = async (memory: Memory) => [
    ...(await memory.run('history/list', { limit: 200 })).entries.map(({ id }) => id),
    ...(await memory.run('updates/list', { limit: 50 })).updates.map(({ id }) => id),
    ...(await memory.run('answers/list', { limit: 50 })).answers.map(({ id }) => id),
    ...(await memory.run('inbox/list')).items.map(({ item }) => item),
  ];
  const inside = new Set(await idsIn(walled));
  return (await idsIn(whole)).filter((id) => !inside.has(id));
}

describe.each(Array.from({ length: RUNS }, (_, at) => FIRST + at))('behind the wall of vault %i', (seed) => {
  it('nothing of the outside shows', { timeout: 300_000 }, async () => {
    const given = generateVault(seed);
    const opened = await openBoth(given);
    const { root, whole, walled, allowed, told } = opened;

    for (const [name, asking] of Object.entries(GENERAL))
      expect(await leaksOf(opened, asking), name).toEqual([]);
    expect(allowed.leaksIn(JSON.stringify(told)), 'events').toEqual([]);

    const outside = filesIn(root).filter((path) => allowed.leaksIn(path).length > 0);
    const hidden = outside[given.below(outside.length)] ?? `projects/${given.word()}/state.md`;
    const [word] = allowed.leaksIn(hidden);
    for (const [name, asking] of Object.entries(requestsAbout(word!)))
      expect(await leaksOf(opened, asking, word), name).toEqual([]);

    // What is outside and what does not exist get the same answer.
    const before = JSON.stringify(await whole.run('files/list'));
    const pretended = hidden.replaceAll(word!, given.word());
    const fake = tellingIn(pretended).find((found) => !hidden.includes(found))!;
    const pretend = requestsFor(pretended, fake);
    for (const [name, asking] of Object.entries(requestsFor(hidden, word!)))
      expect((await answerTo(asking, walled)).replaceAll(word!, 'WORD'), name).toBe(
        (await answerTo(pretend[name]!, walled)).replaceAll(fake, 'WORD'),
      );
    for (const ref of referencesTo(root)
      .filter((one) => allowed.leaksIn(one).length > 0)
      .slice(0, 2)) {
      const leak = allowed.leaksIn(ref)[0]!;
      const verified = await answerTo((memory) => memory.run('verify', { refs: [ref] }), walled);
      const other = await answerTo(
        (memory) => memory.run('verify', { refs: [ref.replaceAll(leak, fake)] }),
        walled,
      );
      expect(verified.replaceAll(leak, 'WORD'), ref).toBe(other.replaceAll(fake, 'WORD'));
    }
    const missing = newId();
    const unknown = requestsById(missing);
    const ids = await idsOutside(opened);
    for (const id of [ids[0], ids.at(-1), ids[given.below(ids.length)]].filter(
      (found) => found !== undefined,
    ))
      for (const [name, asking] of Object.entries(requestsById(id)))
        expect((await answerTo(asking, walled)).replaceAll(id, 'ID'), name).toBe(
          (await answerTo(unknown[name]!, walled)).replaceAll(missing, 'ID'),
        );
    expect(JSON.stringify(await whole.run('files/list'))).toBe(before);
  });
});
