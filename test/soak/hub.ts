import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createGitHistory } from '../../src/service/history/open-history.js';
import { systemClock } from '../../src/shared/clock.js';
import { startPostgres, type TestServer } from '../support/postgres.js';
import { removeFolder } from '../support/remove-folder.js';
import { createDice, createPlace, pause, until } from './harness.js';
import { type CuttableLink, type HubNode, openLink, startNode } from './hub-nodes.js';
import { getAll, isAllSent, shareVaults } from './hub-remotes.js';
import { makeVaults } from './hub-vaults.js';

export interface HubCounts {
  vaults: number;
  /** Of each vault, before the load begins. */
  files: number;
  nodes: number;
  clients: number;
  seconds: number;
}

/** How long a node is paused or cut off: longer than its lease. */
const OUTAGE_MS = 9_000;
const LONGEST_REQUEST_MS = 20_000;

interface Sent {
  vault: string;
  id: string;
}

/**
 * Nodes that share one PostgreSQL and the remotes of the vaults, while nodes are killed, paused and cut off, PostgreSQL crashes and the remotes go away.
 * Afterwards everything that was acknowledged is in its vault exactly once, and nothing is in another one.
 */
export async function hubScenario({ vaults, files, nodes: count, clients, seconds }: HubCounts) {
  const place = createPlace('vaults');
  const dice = createDice(vaults + seconds);
  const names = Array.from({ length: vaults }, (_, at) => `vault-${at}`);
  const updates: Sent[] = [];
  const notes: Sent[] = [];
  const waits: number[] = [];
  const handovers: number[] = [];
  const searches: number[] = [];
  let refused = 0;
  let going = true;
  let server: TestServer | null = null;
  const links: CuttableLink[] = [];
  const nodes: HubNode[] = [];
  try {
    server = await startPostgres();
    const socket = join(decodeURIComponent(/@([^/]+)\//.exec(server.url)![1]!), '.s.PGSQL.5432');
    // Each on a machine of its own, as far as that goes.
    const envOf = (at: number) => ({
      ...place.env,
      RAPPEL_VAULT: '',
      XDG_CACHE_HOME: join(place.folder, `cache-${at}`),
      DATABASE_URL: links[at]!.url,
    });
    for (let at = 0; at < count; at++) links.push(await openLink(socket, join(place.folder, `pg${at}`)));
    const made = performance.now();
    await makeVaults(place.vault, { names, files, env: envOf(0) });
    const setUpSeconds = Math.round((performance.now() - made) / 1_000);
    const folderOf = (at: number) => (at > 0 ? join(place.folder, `vaults-${at}`) : place.vault);
    const shared = {
      folder: place.vault,
      names,
      remotes: join(place.folder, 'remotes'),
      databaseUrl: server.url,
      env: envOf(0),
    };
    const tokens = await shareVaults(shared);
    const startAt = (at: number) => startNode(folderOf(at), envOf(at));
    for (let at = 0; at < count; at++) {
      mkdirSync(folderOf(at), { recursive: true });
      nodes.push(await startAt(at));
    }

    const copies = performance.now();
    const folders = nodes.map((_, at) => folderOf(at));
    await until('all nodes to have copies', 600_000, () => isAllSent(folders, names, () => false));
    const copiesSeconds = Math.round((performance.now() - copies) / 1_000);

    /** To any node that is there; null where no answer came. */
    async function ask(name: string, method: string, path: string, body?: object) {
      const up = nodes.filter((node) => node.isUp);
      const node = up[dice(up.length)];
      if (node === undefined) return null;
      try {
        const response = await fetch(`${node.url}/v/${name}${path}`, {
          method,
          signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
          headers: { authorization: `Bearer ${tokens.get(name)}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: response.status, text: await response.text() };
      } catch {
        return null;
      }
    }

    /** Again until it is acknowledged, as a client would. */
    async function insist(
      sent: Sent,
      taken: Sent[],
      isTaken: (status: number) => boolean,
      send: () => ReturnType<typeof ask>,
    ) {
      for (const started = performance.now(); ; ) {
        const answer = await send();
        if (answer !== null && isTaken(answer.status)) {
          taken.push(sent);
          waits.push(performance.now() - started);
          return;
        }
        refused++;
        // What is given up was not acknowledged; it may have been filed or not.
        if (!going && performance.now() - started > 60_000) return;
        await pause(200);
      }
    }

    async function client(number: number): Promise<void> {
      for (let n = 0; going; n++) {
        const vault = names[dice(names.length)]!;
        const id = `c${number}-${n}`;
        const sent = { vault, id };
        const what = dice(4);
        if (what === 0)
          await insist(
            sent,
            updates,
            (status) => status === 202,
            () => ask(vault, 'POST', '/api/update', { id, text: `For @alpha: note <${vault} ${id}>.` }),
          );
        else if (what === 1)
          await insist(
            sent,
            notes,
            (status) => status === 200 || status === 409,
            () =>
              ask(vault, 'POST', `/api/files/save`, {
                path: `bucket/${id}.md`,
                base: null,
                text: `Written <${vault} ${id}>.\n`,
              }),
          );
        else {
          const started = performance.now();
          const answer = await ask(vault, 'POST', '/api/search', {
            question: 'what is the colour of topic 1?',
          });
          if (answer?.status === 200) {
            searches.push(performance.now() - started);
            assert.doesNotMatch(
              answer.text.replaceAll(vault, ''),
              /colour of vault-/,
              'a passage of another vault',
            );
          } else refused++;
        }
        await pause(dice(100));
      }
    }

    const faults = [killNode, pauseNode, cutNode, crashPostgres, loseRemotes];
    async function killNode(): Promise<void> {
      const vault = names[dice(names.length)]!;
      // Between two faults, a vault is led or about to be.
      const at = await until(`a node to lead ${vault}`, 60_000, async () => {
        const leader = await leaderOf(vault);
        return leader === -1 ? undefined : leader;
      });
      await nodes[at]!.kill();
      handovers.push(await handover(vault));
      nodes[at] = await startAt(at);
    }
    /** The number of the node that leads a vault, which this opens; -1 where none answers. */
    async function leaderOf(name: string): Promise<number> {
      const answer = await ask(name, 'GET', '/api/health');
      const url = answer?.status === 200 ? JSON.parse(answer.text).url : null;
      return nodes.findIndex((node) => url === `${node.url}/v/${name}`);
    }
    /** Milliseconds until another node has written to it. */
    async function handover(vault: string): Promise<number> {
      const killed = performance.now();
      const sent = { vault, id: `c${clients}-${handovers.length}` };
      await insist(
        sent,
        notes,
        (status) => status === 200 || status === 409,
        () =>
          ask(vault, 'POST', `/api/files/save`, {
            path: `bucket/${sent.id}.md`,
            base: null,
            text: `Written <${vault} ${sent.id}>.\n`,
          }),
      );
      return Math.round(performance.now() - killed);
    }
    async function pauseNode(): Promise<void> {
      const node = nodes[dice(count)]!;
      node.child.kill('SIGSTOP');
      await pause(OUTAGE_MS);
      node.child.kill('SIGCONT');
    }
    async function cutNode(): Promise<void> {
      const link = links[dice(count)]!;
      link.isCut = true;
      await pause(OUTAGE_MS);
      link.isCut = false;
    }
    async function crashPostgres(): Promise<void> {
      await server!.stop();
      await pause(OUTAGE_MS);
      await server!.start();
    }

    async function loseRemotes(): Promise<void> {
      renameSync(shared.remotes, `${shared.remotes}-away`);
      await pause(OUTAGE_MS);
      // A drive that comes back hides what was written to its place.
      if (existsSync(shared.remotes)) removeFolder(shared.remotes);
      renameSync(`${shared.remotes}-away`, shared.remotes);
    }

    const load = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    const done: string[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
      const fault = faults[done.length % faults.length]!;
      await fault();
      done.push(fault.name);
      await pause(3_000);
    }
    going = false;
    await load;
    for (const name of names) {
      let last: Awaited<ReturnType<typeof ask>> = null;
      await until(`${name} to file everything`, 120_000, async () => {
        last = await ask(name, 'GET', '/api/health');
        return last?.status === 200 && JSON.parse(last.text).waiting === 0;
      }).catch((error) => {
        const said = nodes.map((node) => `${node.url}\n${node.log()}`);
        throw new Error([error.message, JSON.stringify(last), ...said].join('\n'));
      });
    }
    const leaders = new Map<string, number>();
    for (const name of names) leaders.set(name, await leaderOf(name));
    const leads = (at: number, name: string) => leaders.get(name) === at;
    await until('all nodes to send what they have', 120_000, () => isAllSent(folders, names, leads));
    for (const node of nodes) {
      assert.equal(await node.stop(), 0, node.log());
      assert.doesNotMatch(node.log(), /Warning:/);
    }
    await getAll(shared);
    check(place.vault, { updates, notes });
    for (const name of names) await checkHistory(join(place.vault, name));
    const sum = {
      updates: updates.length,
      notes: notes.length,
      searches: searches.length,
    };
    return {
      vaults,
      files,
      nodes: count,
      clients,
      set_up_s: setUpSeconds,
      copies_s: copiesSeconds,
      ...sum,
      refused,
      faults: done,
      handovers_ms: handovers,
      slowest_write_ms: slowest(waits),
      p95_search_ms: p95(searches),
    };
  } finally {
    for (const node of nodes) node.child.kill('SIGKILL');
    for (const link of links) link.close();
    await server?.remove();
    place.remove();
  }
}

/** Every mark is once in its vault, and in no other one. */
function check(root: string, { updates, notes }: Record<'updates' | 'notes', Sent[]>): void {
  const found = new Map<string, number>();
  for (const name of readdirSync(root)) {
    const files = readdirSync(join(root, name), { recursive: true, encoding: 'utf8' });
    for (const path of files.filter((path) => path.endsWith('.md') && !path.startsWith('.rappel')))
      for (const [, vault, id] of readFileSync(join(root, name, path), 'utf8').matchAll(
        /<(vault-\d+) (c\d+-\d+)>/g,
      )) {
        assert.equal(vault, name, `${path} of ${name} holds a note of ${vault}`);
        found.set(`${vault} ${id}`, (found.get(`${vault} ${id}`) ?? 0) + 1);
      }
  }
  for (const [kind, sent] of Object.entries({ updates, notes }))
    for (const { vault, id } of sent)
      assert.deepEqual([kind, vault, id, found.get(`${vault} ${id}`) ?? 0], [kind, vault, id, 1]);
}

/** Every update is one entry, and nothing that updates wrote was taken for an edit by hand. */
async function checkHistory(root: string): Promise<void> {
  const entries = await createGitHistory({ root, clock: systemClock }).entries();
  const inputs = entries.flatMap(({ source, input }) => (source === 'update' ? [input] : []));
  assert.deepEqual(inputs, [...new Set(inputs)], root);
  const isOfUpdates = ({ path }: { path: string }) => path === 'projects/alpha/changelog.md';
  const mistaken = entries.filter(({ source, files }) => source === 'outside' && files.some(isOfUpdates));
  assert.deepEqual(mistaken, [], root);
}

function slowest(times: readonly number[]): number {
  return Math.round(Math.max(0, ...times));
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
