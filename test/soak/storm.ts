import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../../src/vault/frontmatter.js';
import {
  blockMeter,
  createPlace,
  type Place,
  pause,
  type Running,
  startService,
  until,
  untilAgreed,
} from './harness.js';

/**
 * A git checkout that changes many files at once, then an editor that saves one file all the time, while searches
 * run. Everything converges, each changed file is told of, and the job's own writes lead to nothing.
 */
export async function stormScenario({ files, saves }: { files: number; saves: number }) {
  const place = createPlace();
  try {
    const git = repository(place);
    const paths = Array.from({ length: files }, (_, n) => `projects/p-${n % 100}/bucket/note-${n}.md`);
    for (const path of paths) place.put(path, `# Note\n\nPremière version de ${path}.\n`);
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    for (const path of paths) place.put(path, `# Note\n\nDeuxième version, plus longue, de ${path}.\n`);
    git('commit', '-q', '-a', '-m', 'two');

    const meter = blockMeter(place);
    const service = await startService(place, { env: meter.env });
    await untilAgreed(place, 300_000);
    const told = listen(service);
    await told.ready;
    const searching = search(service);
    meter.reset(service);

    const started = performance.now();
    // By force: the files carry stamps by now, which the repository does not know.
    git('checkout', '-q', '-f', 'HEAD~1');
    await until('every file of the checkout to be told of', 300_000, () =>
      paths.every((path) => told.has(path)),
    );
    const longestBlockMs = meter.longestMs();
    await untilAgreed(place, 300_000);
    const seconds = Math.round((performance.now() - started) / 1000);
    for (const path of paths)
      assert.equal(bodyOf(place.get(path)).trim(), `# Note\n\nPremière version de ${path}.`);

    const saved = 'projects/p-0/state.md';
    for (let n = 1; n <= saves; n++) {
      writeFileSync(join(place.vault, saved), `# État\n\nEnregistrement ${n}.\n`);
      await pause(10);
    }
    await untilAgreed(place, 60_000);
    assert.equal(bodyOf(place.get(saved)).trim(), `# État\n\nEnregistrement ${saves}.`);

    const searches = await searching.stop();
    const { events, rest } = await told.stop();
    assert.equal(rest, 0, 'it goes on writing after everything is done');
    assert.equal(await service.stop(), 0);
    return { files, seconds, saves, searches, events, longestBlockMs };
  } finally {
    place.remove();
  }
}

function repository(place: Place): (...args: string[]) => void {
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@localhost', '-c', 'gc.auto=0'];
    execFileSync('git', ['-C', place.vault, ...identity, ...args], {
      env: { ...place.env, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  git('init', '-q');
  return git;
}

/** Collects the paths of all `file` events. */
function listen(service: Running) {
  const paths = new Set<string>();
  let events = 0;
  let greeted = () => {};
  const ready = new Promise<void>((resolve) => {
    greeted = resolve;
  });
  const controller = new AbortController();
  const reading = (async () => {
    const response = await fetch(`${service.url}/api/events`, { signal: controller.signal });
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        if (block.includes('event: hello')) greeted();
        if (!block.includes('event: file')) continue;
        events++;
        paths.add(JSON.parse(/^data: (.*)$/m.exec(block)![1]!).path.slice('vault/'.length));
      }
    }
  })().catch(() => {});
  return {
    /** Nothing that happens from then on is missed. */
    ready,
    has: (path: string) => paths.has(path),
    /** `rest`: events that still came within three seconds after everything was done. */
    async stop() {
      const before = events;
      await pause(3_000);
      const rest = events - before;
      controller.abort();
      await reading;
      return { events, rest };
    },
  };
}

/** Searches without a pause; each must be answered. */
function search(service: Running) {
  let going = true;
  let count = 0;
  const running = (async () => {
    while (going) {
      const { status } = await service.request('POST', '/api/tools/search', { queries: ['version longue'] });
      assert.equal(status, 200);
      count++;
      await pause(20);
    }
  })();
  return {
    async stop() {
      going = false;
      await running;
      return count;
    },
  };
}
