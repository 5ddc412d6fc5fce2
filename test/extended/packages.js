// The package as its users get it: `npm pack`, then real npx from an empty folder with an empty home, no compiler, on
// every Node that is supported. Every word on standard error is a failure.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareNodes } from './nodes.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NPX = join(
  dirname(realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())),
  'npx-cli.js',
);
/** All that a user has beside Node. */
const PROGRAMS = ['sh', 'git', 'uname'];
const NETWORK =
  /^(?:https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_registry)$/i;

export async function run() {
  const nodes = prepareNodes();
  const folder = mkdtempSync(join(tmpdir(), 'rappel-packages-'));
  try {
    const packed = JSON.parse(
      execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )[0];
    const results = [];
    for (const node of nodes) {
      const result = await tryOn(node, join(folder, packed.filename), join(folder, node.version));
      console.log(
        `Node ${node.version}: ${result.reason ?? `passes, installed in ${result.seconds.toFixed(1)} s`}`,
      );
      results.push(result);
    }
    const wrong = results.flatMap(({ version, reason }) =>
      reason === null ? [] : [`Node ${version}: ${reason}`],
    );
    return { report: reportOf(packed, results), wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryOn({ version, program }, archive, folder) {
  const [bin, home, empty] = ['bin', 'home', 'empty'].map((name) => join(folder, name));
  for (const path of [bin, home, empty]) mkdirSync(path, { recursive: true });
  symlinkSync(program, join(bin, 'node'));
  for (const name of PROGRAMS)
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(bin, name),
    );
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nexec node '${NPX}' "$@"\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    PATH: bin,
    HOME: home,
    npm_config_update_notifier: 'false',
  };
  const rappel = (...words) =>
    execute(['npx', '--yes', '--package', archive, 'rappel', ...words], { env, cwd: empty, bin });
  const result = { version, seconds: 0, bytes: 0, reason: null };
  try {
    const began = performance.now();
    await rappel('--version');
    result.seconds = (performance.now() - began) / 1000;
    result.bytes = sizeOf(join(home, '.npm', '_npx'));
    await rappel('init');
    await rappel('append', 'tasks.md', '# Call Marie about the mock-ups');
    expect(await rappel('tree'), 'tasks.md');
    expect(await rappel('search', 'what did I want to tell Marie?'), 'Call Marie about the mock-ups');
    expect(await rappel('find', 'ring up Marie', '--deep', '--json'), 'tasks.md');
    expect(await handshake(rappel), '"serverInfo"');
    await serve(rappel);
    if (readdirSync(empty).length > 0) throw new Error('it wrote into the folder it was called in');
  } catch (error) {
    result.reason = error.message;
  }
  return result;
}

function expect(text, wanted) {
  if (!text.includes(wanted)) throw new Error(`"${wanted}" is not in: ${text}`);
}

function handshake(rappel) {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const running = rappel('mcp');
  running.child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  return running;
}

async function serve(rappel) {
  const running = rappel('serve', '--port', '0');
  const url = await new Promise((resolve, reject) => {
    running.child.stdout.on('data', () => {
      const address = / at (http:\S+)\n/.exec(running.out());
      if (address) resolve(address[1]);
    });
    running.catch(reject);
  });
  const { status } = await fetch(`${url}/api/health`);
  if (status !== 200) throw new Error(`/api/health answers ${status}`);
  expect(await (await fetch(url)).text(), '<div id="root">');
  await rappel('stop');
  await running;
}

/** Its output once it has ended well and said nothing on standard error. `child` and `out` are there before. */
function execute([program, ...args], { env, cwd, bin }) {
  const child = spawn(join(bin, program), args, { env, cwd });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part) => {
    out += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part) => {
    err += part;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && err === '') resolve(out);
      else reject(new Error(`rappel ${args.slice(4).join(' ')} ended with ${code}: ${err || out}`));
    });
  });
  return Object.assign(ended, { child, out: () => out });
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function reportOf({ size, unpackedSize, entryCount }, results) {
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const day = new Date().toISOString().slice(0, 10);
  return [
    `Last run: ${day}, ${process.platform} ${process.arch}. The package: ${megabytes(size)} packed, ${megabytes(unpackedSize)} in ${entryCount} files.`,
    '',
    '| Node | result | first `npx rappel`, empty npm cache | installed, with its dependencies |',
    '|---|---|---|---|',
    ...results.map(
      ({ version, seconds, bytes, reason }) =>
        `| ${version} | ${reason === null ? 'passes' : 'fails'} | ${seconds.toFixed(1)} s | ${megabytes(bytes)} |`,
    ),
  ].join('\n');
}
