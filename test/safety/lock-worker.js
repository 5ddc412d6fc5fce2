// One of several processes that want the same lock; test/safety/locks.test.ts starts and kills them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [bundle, root] = process.argv.slice(2);
const { withLock } = await import(join(bundle, 'service', 'locks', 'lock.js'));
const inside = join(root, 'inside');
mkdirSync(inside, { recursive: true });

process.on('message', ({ at, stayMs }) => {
  // All begin in the same moment.
  while (Date.now() < at);
  enter(stayMs).then(
    (others) => process.send({ others }),
    (error) => process.send({ error: error.message }),
  );
});
process.send({ ready: true });

/** The other living processes that are inside at the same time. */
function enter(stayMs) {
  return withLock(root, 'race', async () => {
    const own = join(inside, String(process.pid));
    writeFileSync(own, '');
    process.send({ inside: true });
    const met = new Set(others());
    const until = Date.now() + stayMs;
    while (Date.now() < until) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const other of others()) met.add(other);
    }
    rmSync(own);
    return [...met];
  });
}

function others() {
  return readdirSync(inside).filter((pid) => Number(pid) !== process.pid && isRunning(pid));
}

function isRunning(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
