import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { indexFile } from '../../src/search/cache-folder.js';
import { removeFolder } from '../support/remove-folder.js';
import {
  agreement,
  createPlace,
  type Place,
  type Running,
  startService,
  until,
  untilAgreed,
} from './harness.js';

interface Health {
  status: string;
  problems: { reason: string; message: string }[];
  files: number;
}

/**
 * What goes wrong around a service: each time it keeps serving what it can, says what is wrong, and recovers by itself.
 */
export async function disasterScenario(only?: string[]) {
  const canMount = process.getuid?.() === 0 && tryMount();
  const met: Record<string, string> = {};
  for (const [name, disaster] of Object.entries(DISASTERS)) {
    if (only !== undefined && !only.includes(name)) continue;
    if (disaster.needsMount && !canMount) {
      met[name] = 'left out: mounting is not permitted here';
      continue;
    }
    const place = createPlace();
    try {
      if (disaster.needsMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', place.vault]);
      for (let n = 0; n < 20; n++) place.put(`projects/p/bucket/n-${n}.md`, `# Note ${n}\n\nmot${n}\n`);
      const clock = join(place.folder, 'clock.mjs');
      writeFileSync(clock, CLOCK);
      const service = await startService(place, { env: { NODE_OPTIONS: `--import=${clock}` } });
      await untilAgreed(place, 60_000);
      met[name] = await disaster.run(place, service);
      assert.equal(await service.stop(), 0, service.log());
    } finally {
      if (disaster.needsMount) spawnSync('umount', ['-l', place.vault]);
      place.remove();
    }
  }
  return met;
}

const DISASTERS: Record<string, { needsMount?: true; run(place: Place, service: Running): Promise<string> }> =
  {
    'disk full': {
      needsMount: true,
      async run(place, service) {
        const filler = join(place.vault, '.filler');
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' });
        spawnSync('dd', ['if=/dev/zero', `of=${filler}2`, 'bs=1k'], { stdio: 'ignore' });
        const refused = await service.request('POST', '/api/update', {
          text: 'pendant que le disque est plein',
        });
        assert.equal(refused.status, 500);
        const { message } = (refused.body as { error: { message: string } }).error;
        assert.match(message, /full/);
        assert.equal(await search(service, 'mot3'), 1);
        for (const name of readdirSync(place.vault))
          if (name.startsWith('.filler')) rmSync(join(place.vault, name));
        place.put('bucket/apres.md', 'après\n');
        await accepted(service, 'quand il y a de la place');
        await untilAgreed(place, 60_000);
        return `update refused (${message}), search answered, recovered`;
      },
    },
    'read-only': {
      needsMount: true,
      async run(place, service) {
        execFileSync('mount', ['-o', 'remount,ro', place.vault]);
        const refused = await service.request('POST', '/api/update', { text: 'en lecture seule' });
        assert.equal(refused.status, 500);
        assert.equal(await search(service, 'mot4'), 1);
        execFileSync('mount', ['-o', 'remount,rw', place.vault]);
        await accepted(service, 'de nouveau');
        await untilAgreed(place, 60_000);
        return `update refused (${(refused.body as { error: { message: string } }).error.message}), search answered, recovered`;
      },
    },
    'permission denied': {
      async run(place, service) {
        // Root may read everything: the folder is a file's place instead, which nobody can list.
        const folder = join(place.vault, 'projects', 'closed');
        mkdirSync(folder);
        place.put('projects/closed/a.md', 'fermé\n');
        await untilAgreed(place, 30_000);
        chmodSync(folder, 0);
        place.put('bucket/ouvert.md', 'ouvert\n');
        await until(
          'the other file to be indexed',
          30_000,
          async () => (await search(service, 'ouvert')) === 1,
        );
        chmodSync(folder, 0o755);
        await untilAgreed(place, 60_000);
        return 'the rest went on, nothing was taken for deleted';
      },
    },
    'vault away and back': {
      async run(place, service) {
        const before = await health(service);
        const entries = await historyLength(service);
        renameSync(place.vault, `${place.vault}-away`);
        const problem = await until('it to say so', 30_000, async () =>
          (await health(service)).problems.find(({ reason }) => reason === 'vault.out_of_reach'),
        );
        const refused = await service.request('POST', '/api/update', { text: 'personne' });
        assert.equal(refused.status, 500);
        // An empty mount point, on which somebody even starts a new vault.
        mkdirSync(place.vault);
        mkdirSync(join(place.vault, '.rappel'));
        writeFileSync(join(place.vault, '.rappel', 'format.json'), '{"format":1,"vault":"another"}');
        const searched = await service.request('POST', '/api/tools/search', { queries: ['mot5'] });
        assert.notEqual(searched.status, 200);
        assert.equal((await health(service)).files, before.files);
        removeFolder(place.vault);
        renameSync(`${place.vault}-away`, place.vault);
        await until('it to be well again', 30_000, async () => (await health(service)).status === 'ok');
        assert.equal(await historyLength(service), entries);
        assert.equal(await search(service, 'mot5'), 1);
        place.put('bucket/retour.md', 'retrouvailles\n');
        await until(
          'changes to be seen again',
          30_000,
          async () => (await search(service, 'retrouvailles')) === 1,
        );
        await untilAgreed(place, 30_000);
        return `${problem}; index and history kept`;
      },
    },
    'vault unmounted and back': {
      needsMount: true,
      async run(place, service) {
        const before = await health(service);
        const entries = await historyLength(service);
        mkdirSync(join(place.folder, 'keep'));
        execFileSync('mount', ['--bind', place.vault, join(place.folder, 'keep')]);
        try {
          execFileSync('umount', ['-l', place.vault]);
          await until('it to say so', 30_000, async () => (await health(service)).status !== 'ok');
          assert.equal((await health(service)).files, before.files);
          execFileSync('mount', ['--bind', join(place.folder, 'keep'), place.vault]);
          await until('it to be well again', 30_000, async () => (await health(service)).status === 'ok');
          assert.equal(await historyLength(service), entries);
          assert.equal(await search(service, 'mot6'), 1);
        } finally {
          spawnSync('umount', ['-l', join(place.folder, 'keep')]);
        }
        return 'index and history kept';
      },
    },
    'clock set back': {
      async run(place, service) {
        service.child.kill('SIGUSR2');
        place.put('bucket/hier.md', 'hier\n');
        await until('a change to be seen', 30_000, async () => (await search(service, 'hier')) === 1);
        await accepted(service, 'une mise à jour hier');
        await untilAgreed(place, 30_000);
        const stamp = /updated: (\S+)/.exec(place.get('bucket/hier.md'))![1]!;
        assert.ok(
          new Date(stamp).getTime() < Date.now() - 20 * 60 * 60_000,
          `the clock was not set back: ${stamp}`,
        );
        await assert.rejects(startService(place), /served already/);
        return 'changes seen and stamped, updates filed, a second start refused';
      },
    },
    'index deleted': {
      async run(place, service) {
        for (const end of ['', '-wal', '-shm'])
          rmSync(indexFile(place.vault, place.env) + end, { force: true });
        await until('searches to find again', 30_000, async () => (await search(service, 'mot7')) === 1);
        await untilAgreed(place, 30_000);
        return 'built again';
      },
    },
    'index truncated': {
      async run(place, service) {
        const file = indexFile(place.vault, place.env);
        for (const end of ['', '-wal']) if (existsSync(file + end)) truncateSync(file + end, 100);
        place.put('bucket/tronque.md', 'tronqué\n');
        // A search builds what is missing.
        await until('searches to find again', 60_000, async () => {
          if ((await search(service, 'mot8')) !== 1 || (await search(service, 'tronqué')) !== 1) return false;
          return (await agreement(place)).index.length === 0;
        });
        await untilAgreed(place, 30_000);
        return 'built again';
      },
    },
  };

/** Sets the clock of a process back by a day when it is signalled. */
const CLOCK = `
const Real = Date;
let offset = 0;
process.on('SIGUSR2', () => { offset = -24 * 60 * 60_000; });
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + offset); else super(...given); }
  static now() { return Real.now() + offset; }
};
`;

function tryMount(): boolean {
  const script = 'd=$(mktemp -d) && mount -t tmpfs none "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s';
  return process.platform === 'linux' && spawnSync('sh', ['-c', script]).status === 0;
}

async function health(service: Running): Promise<Health> {
  return (await service.request('GET', '/api/health')).body as Health;
}

async function historyLength(service: Running): Promise<number> {
  const { body } = await service.request('POST', '/api/history/list', { limit: 1000 });
  return (body as { entries: unknown[] }).entries.length;
}

/** How many files hold a word, as the search says. */
async function search(service: Running, word: string): Promise<number> {
  const { status, body } = await service.request('POST', '/api/tools/search', { queries: [`"${word}"`] });
  if (status !== 200) return -1;
  return new Set((body as { results: { path: string }[] }).results.map(({ path }) => path)).size;
}

async function accepted(service: Running, text: string): Promise<void> {
  const { id } = await until('an update to be accepted', 30_000, async () => {
    const { status, body } = await service.request('POST', '/api/update', { text });
    return status === 202 && (body as { id: string });
  });
  await until('it to be filed', 60_000, async () => {
    const { body } = await service.request('POST', '/api/updates/find', { id });
    return ['done', 'needs_answer'].includes((body as { state: string }).state);
  });
}
