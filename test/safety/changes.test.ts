import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgents } from '../../src/agents/create-agents.js';
import { createExchange } from '../../src/exchange/exchange.js';
import { runCalls } from '../../src/operations/calls.js';
import { attachImage, finishTask, saveNote } from '../../src/operations/files.js';
import { historyOperations } from '../../src/operations/history.js';
import { leftChangesets } from '../../src/service/changes/changeset.js';
import { createPageEdits } from '../../src/service/changes/page-edits.js';
import { recoverChanges } from '../../src/service/changes/recover-changes.js';
import type { Core } from '../../src/service/core.js';
import type { Service } from '../../src/service/create-service.js';
import type { HistoryEntry } from '../../src/service/history/history.js';
import { createLinkIndex } from '../../src/service/links/link-index.js';
import { finishMove, moveFile } from '../../src/service/moves/move-file.js';
import { openCore } from '../../src/service/open-core.js';
import { finishAdopting } from '../../src/service/sync/adoption.js';
import { openRecorded } from '../../src/service/sync/open-recorded.js';
import { ROOT } from '../../src/vault/paths.js';
import { walk } from '../../src/vault/scan.js';
import { versionOfBytes } from '../../src/vault/stamp.js';
import { createVault } from '../../src/vault/vault.js';
import { type Failure, onDisk } from '../support/fake-disk.js';
import { png } from '../support/images.js';
import { count } from '../support/runs.js';
import { tempFolder } from '../support/temp-vault.js';

/*
 * Every kind of change, on a disk that fails at each of its calls, and killed at each of them. Afterwards every file is as before or as after,
 * the history has an entry exactly for what is changed, nothing counts as an edit from outside, and a second recovery finds nothing.
 */

interface Kind {
  files?: Record<string, string>;
  /** On the vault before it is copied for each try. */
  prepare?(core: Core, place: string): Promise<void>;
  /** `place`: the one that was prepared, not the copy. */
  run(core: Core, place: string): Promise<unknown>;
  /** True where what was accepted is done in the end, whatever happens. */
  isAccepted?: true;
  /** Texts that were acknowledged before the rest. */
  halfway?: readonly string[];
}

const NOTES = {
  'projects/tea/description.md': '# Tea\n\nAll about tea.\n',
  'projects/tea/tasks.md': '# Buy a kettle\n\nstatus: open\n',
  'bucket/plan.md': '# Plan\n\nSee [tea](../projects/tea/description.md).\n',
  'bucket/one.md': '# One\n\nAs in [[plan]].\n',
  'bucket/two.md': '# Two\n\nSee [plan](plan.md).\n',
};

const tool = (core: Core, name: string, input: object) => runCalls(core, [{ tool: name, input }]);

async function lastEntry(core: Core): Promise<HistoryEntry> {
  return (await (await core.history()).entries()).at(-1)!;
}

async function undo(core: Core) {
  return historyOperations['history/undo'].run(core, { id: (await lastEntry(core)).id, choices: {} }, {});
}

async function redo(core: Core) {
  return historyOperations['history/redo'].run(core, { id: (await lastEntry(core)).id, choices: {} }, {});
}

async function change(core: Core): Promise<void> {
  await runCalls(core, [
    { tool: 'write', input: { path: 'deep/new/note.md', content: '# New\n' } },
    { tool: 'read', input: { paths: 'bucket/two.md' } },
    { tool: 'edit', input: { path: 'bucket/two.md', old_content: '# Two', new_content: '# Second' } },
    { tool: 'move', input: { from: 'bucket/one.md', to: 'bucket/first.md' } },
    { tool: 'delete', input: { path: 'bucket/plan.md' } },
  ]);
}

const KINDS: Record<string, Kind> = {
  'a tool that writes': { run: (core) => tool(core, 'write', { path: 'a/b/new.md', content: '# New\n' }) },
  'a tool that moves a folder': {
    run: (core) => tool(core, 'move', { from: 'projects/tea', to: 'projects/infusions' }),
  },
  'a tool that deletes a folder': { run: (core) => tool(core, 'delete', { path: 'projects/tea' }) },
  'several tools': { run: change },
  'an undo': {
    prepare: change,
    run: async (core) => undo(core),
  },
  'a redo': {
    async prepare(core) {
      await change(core);
      await undo(core);
    },
    run: async (core) => redo(core),
  },
  'a restore': {
    prepare: change,
    async run(core) {
      const [first] = await (await core.history()).entries();
      await historyOperations['history/restore'].run(core, { path: 'bucket', at: { id: first!.id } }, {});
    },
  },
  'a move in the page': { run: (core) => moveFile(movingIn(core), 'bucket/plan.md', 'projects/tea/plan.md') },
  'a task that is ticked': {
    run: (core) =>
      finishTask(core as Service, { path: 'projects/tea/tasks.md', title: 'Buy a kettle', line: 1 }),
  },
  'a picture of the page': {
    run: (core) =>
      attachImage(core as Service, 'bucket/one.md', {
        name: 'a.png',
        media_type: 'image/png',
        bytes: png(2, 2),
      }),
  },
  'two saves of a note in the page': {
    async run(core) {
      const page = createPageEdits({
        vault: core.vault,
        history: await core.history(),
        events: { publish() {} },
        isClaimed: () => false,
      });
      const service = { ...core, pageEdits: page, job: { changed() {} } } as unknown as Service;
      const { path, address } = { path: 'bucket/one.md', address: join(core.vault.root, 'bucket/one.md') };
      try {
        for (const line of ['first', 'second']) {
          const base = readFileSync(address, 'utf8');
          await saveNote(service, path, { base, text: `${base}\n${line}\n`, choices: {} });
        }
        await page.history.record({ source: 'outside', paths: [ROOT] });
      } finally {
        page.stop();
      }
    },
    halfway: [`${NOTES['bucket/one.md']}\nfirst\n`],
  },
  'an import': {
    async prepare(_, place) {
      for (const name of ['a.md', 'b.md', 'sub/c.md']) put(join(place, 'notes'), name, `# Note ${name}\n`);
    },
    async run(core, place) {
      const preview = await createExchange(core.vault, core.env, () => {}).preview({
        path: join(place, 'notes'),
        skipSecrets: false,
      });
      try {
        await preview.run();
      } finally {
        preview.close();
      }
    },
  },
  'an update': {
    isAccepted: true,
    async prepare(core) {
      // Stored, and filed by nobody yet.
      await core.queue.admit(
        { text: 'note : @tea Green tea needs 70 degrees.', images: [], inbox_ref: null },
        'u1',
      );
    },
    run: (core) => core.filed(),
  },
  'what a sync brings': {
    async prepare(core, place) {
      const remote = join(place, 'remote');
      const sync = await core.sync();
      sync.setUp(remote, 'here');
      await sync.run();
      const other = openPlace(join(place, 'other'));
      const theirs = await other.sync();
      theirs.setUp(remote, 'there');
      await theirs.run();
      await change(other);
      await theirs.run();
      await other.close(0);
    },
    run: async (core) => (await core.sync()).run(),
  },
};

function put(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const NOW = new Date('2026-01-15T10:00:00');

function openPlace(place: string): Core {
  mkdirSync(join(place, 'vault'), { recursive: true });
  const vault = createVault({ root: realpathSync(join(place, 'vault')), clock: { now: () => NOW } });
  const env = {
    PATH: process.env.PATH,
    HOME: place,
    XDG_CACHE_HOME: join(place, 'cache'),
    XDG_CONFIG_HOME: place,
  };
  const agents = createAgents({ model: null, key: null, language: 'en' });
  return openCore({ vault, env, agents: async () => agents, log: () => {} });
}

function movingIn(core: Core) {
  return { ...core, links: createLinkIndex(core.vault.root, () => {}) };
}

/** What a service does at its start. */
async function recover(core: Core): Promise<void> {
  await recoverChanges({
    ...core,
    finish: {
      move: (left) => finishMove(movingIn(core), left),
      async adopt(left) {
        await finishAdopting({ vault: core.vault, ...openRecorded(core.vault, core.env) }, left);
      },
    },
  });
  await core.filed();
}

/** Every file but the map of the vault, regardless of its stamps. */
function filesOf({ vault: { root } }: Core): Map<string, string> {
  const files = [...walk(root, root, ROOT)].filter(({ kind, path }) => kind === 'file' && path !== 'tree.md');
  return new Map(files.map(({ path, address }) => [path, versionOfBytes(readFileSync(address))]));
}

function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort();
}

async function stateOf(core: Core) {
  return { files: filesOf(core), entries: await (await core.history()).entries() };
}

/** A place in which everything is ready to be tried, its state before and after, and how many calls it takes. */
async function prepared({ files = NOTES, prepare, run, halfway = [] }: Kind) {
  const place = tempFolder();
  const copied = (): { core: Core; at: string } => {
    const at = tempFolder();
    cpSync(place, at, { recursive: true });
    return { core: openPlace(at), at };
  };
  for (const [path, text] of Object.entries(files)) put(join(place, 'vault'), path, text);
  const core = openPlace(place);
  for (const path of Object.keys(files)) core.vault.stampIfNeeded(core.vault.resolve(path));
  await (await core.history()).record({ source: 'init', reason: 'start', paths: [ROOT] });
  await prepare?.(core, place);
  await core.close(0);
  const tried = copied();
  const before = await stateOf(tried.core);
  const { calls, error } = await onDisk(tried.core.vault.root, null, 0, () => run(tried.core, place));
  expect(error).toBeNull();
  await recover(tried.core);
  const after = await stateOf(tried.core);
  await tried.core.close(0);
  expect(differing(before.files, after.files)).not.toEqual([]);
  return {
    place,
    copied,
    before,
    after,
    calls,
    halfway: halfway.map((text) => versionOfBytes(Buffer.from(text))),
  };
}

/** `nothing`, `everything` or `a part` of the change, after it was tried on a disk that fails at a call. */
async function tryAt(
  { place, copied, before, after, halfway }: Awaited<ReturnType<typeof prepared>>,
  kind: Kind,
  failure: Failure,
  call: number,
): Promise<string> {
  const { core: dying, at } = copied();
  await onDisk(dying.vault.root, failure, call, () => kind.run(dying, place));
  await dying.close(0).catch(() => {});
  const core = openPlace(at);
  await recover(core);
  const { files, entries } = await stateOf(core);
  const said = { failure, call };
  // No file is lost, or half of one.
  const known = new Set([...before.files.values(), ...after.files.values()]);
  for (const content of halfway) known.add(content);
  const torn = [...files].filter(([, content]) => !known.has(content)).map(([path]) => path);
  const lost = [...before.files.keys()].filter((path) => after.files.has(path) && !files.has(path));
  expect({ ...said, torn, lost }).toEqual({ ...said, torn: [], lost: [] });
  // What is changed is recorded, and nothing else; by whom it was changed.
  const added = entries.slice(before.entries.length);
  const recorded = new Set(added.flatMap((entry) => entry.files.map(({ path }) => path as string)));
  const changed = differing(before.files, files);
  expect({ ...said, recorded: [...recorded].sort() }).toEqual({ ...said, recorded: changed });
  const sources = new Set(after.entries.slice(before.entries.length).map(({ source }) => source));
  expect({ ...said, others: added.filter(({ source }) => !sources.has(source)) }).toEqual({
    ...said,
    others: [],
  });
  expect({ ...said, left: await (await core.history()).unrecorded() }).toEqual({ ...said, left: [] });
  const left = differing(files, after.files);
  if (failure === 'killed' && changed.length > 0 && halfway.length === 0)
    expect({ ...said, left }).toEqual({ ...said, left: [] });
  if (left.length === 0)
    expect({ ...said, entries: added.length }).toEqual({
      ...said,
      entries: after.entries.length - before.entries.length,
    });
  // A second recovery finds nothing.
  expect(leftChangesets(core.vault.root)).toEqual([]);
  await recover(core);
  expect({ ...said, ...(await stateOf(core)) }).toEqual({ ...said, files, entries });
  await core.close(0);
  if (kind.isAccepted && failure === 'killed') expect({ ...said, left }).toEqual({ ...said, left: [] });
  if (changed.length === 0) return 'nothing';
  return left.length === 0 ? 'everything' : 'a part';
}

const FAILURES: readonly Failure[] = ['killed', 'full', 'read-only', 'broken once', 'gone'];

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  it('is done, or has not happened, wherever the disk fails or the process is killed', async () => {
    const given = await prepared(kind);
    const table: Record<string, Record<string, number>> = {};
    let tries = 0;
    for (const failure of FAILURES) {
      const each = count(Math.ceil(given.calls / 2), 1);
      const results: Record<string, number> = {};
      for (let call = 1 + FAILURES.indexOf(failure); call <= given.calls; call += each) {
        const result = await tryAt(given, kind, failure, call);
        results[result] = (results[result] ?? 0) + 1;
        tries++;
      }
      table[failure] = results;
    }
    if (process.env.RAPPEL_SAFETY === 'full')
      console.log(`${name}: ${tries} failures, ${JSON.stringify(table)}`);
  }, 600_000);
});
