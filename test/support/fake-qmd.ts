import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.js';

/** How the process behaves: `well`, or in one of the ways in which QMD may fail. */
export type Behaviour =
  | 'well'
  | 'noisy'
  | 'dies'
  | 'dies-once'
  | 'hangs-once'
  | 'talks-nonsense'
  | 'never-opens';

interface FakeQmd {
  folder: string;
  childScript: string;
  /** What the process was asked, one request a line. */
  log: string;
  env: NodeJS.ProcessEnv;
}

/** A process that speaks the protocol without QMD behind it: what stands on our side of the boundary is tested with it. */
export function fakeQmd(behaviour: Behaviour): FakeQmd {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-qmd-'));
  onTestFinished(() => removeFolder(folder));
  installFakePackage(folder, '2.8.3');
  const childScript = join(folder, 'child.mjs');
  writeFileSync(childScript, CHILD);
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    RAPPEL_QMD: folder,
    RAPPEL_QMD_NODE: nodeThatSays(folder, 'v24.0.0'),
    BEHAVIOUR: behaviour,
    LOG: log,
    MARK: join(folder, 'mark'),
  };
  return { folder, childScript, log, env };
}

export function installFakePackage(folder: string, version: string): string {
  const home = join(folder, 'node_modules', '@tobilu', 'qmd');
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: '@tobilu/qmd', version }));
  writeFileSync(join(home, 'bin', 'qmd'), '');
  return home;
}

/** This Node.js under another version. */
export function nodeThatSays(folder: string, version: string): string {
  const path = join(folder, `node-${version}`);
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || exec "${process.execPath}" "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const CHILD = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
const { BEHAVIOUR, LOG, MARK } = process.env;
const files = new Map();
const isFirst = () => !existsSync(MARK) && (writeFileSync(MARK, ''), true);
const handlers = {
  open: () => { if (BEHAVIOUR === 'never-opens') throw new Error('the index is locked'); return { version: 'x' }; },
  known: () => ({ files: [] }),
  change({ put, remove }) {
    for (const path of remove) files.delete(path);
    for (const file of put) files.set(file.path, file);
    return {};
  },
  search({ query, limit, allowed }) {
    if (BEHAVIOUR === 'dies' || (BEHAVIOUR === 'dies-once' && isFirst())) process.kill(process.pid, 'SIGSEGV');
    if (BEHAVIOUR === 'hangs-once' && isFirst()) for (;;);
    if (BEHAVIOUR === 'talks-nonsense') return { hits: [{ path: 7 }] };
    const words = query.toLowerCase().split(' ');
    const hits = [...files.values()]
      .filter(({ path, text }) => (allowed ?? [path]).includes(path) && words.every((word) => text.toLowerCase().includes(word)))
      .map(({ path, hash }, index) => ({ path, hash, score: 1 / (index + 2), line: null }));
    return { hits: hits.slice(0, limit) };
  },
  ping: () => ({}),
};
process.on('message', ({ id, name, request }) => {
  appendFileSync(LOG, JSON.stringify({ id, name, request }) + '\\n');
  if (BEHAVIOUR === 'noisy') {
    process.stdout.write('llama: loading ...\\n');
    for (const noise of [null, 7, 'x', {}, { id: 999, ok: true }]) process.send(noise);
  }
  try {
    process.send({ id, ok: true, value: handlers[name](request) });
  } catch ({ message }) {
    process.send({ id, ok: false, value: { message } });
  }
}).on('disconnect', () => process.exit(0));
`;
