// Every major version of Node that the package supports, brought from the npm registry into a folder outside it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64';
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'];

/** Installs them once; `RAPPEL_EXTENDED_NODES` names another folder. */
export function prepareNodes() {
  const folder = process.env.RAPPEL_EXTENDED_NODES || join(tmpdir(), 'rappel-extended-nodes');
  mkdirSync(folder, { recursive: true });
  const nodes = VERSIONS.map((version) => {
    const home = join(folder, 'node_modules', `node-${version}`);
    return { version, home, program: join(home, 'bin', 'node') };
  });
  const missing = nodes.filter(({ home, version }) => installed(home) !== version);
  if (missing.length > 0) {
    if (!existsSync(join(folder, 'package.json')))
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const names = nodes.map(({ version }) => `node-${version}@npm:node-linux-${ARCH}@${version}`);
    console.log(`installing Node ${VERSIONS.join(', ')} into ${folder}`);
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...names];
    if (spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status !== 0)
      throw new Error('npm install failed');
  }
  return nodes;
}

function installed(home) {
  const file = join(home, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
