// QMD and a Node that it accepts, brought from the npm registry into a folder outside the package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64';
const WANTED = { '@tobilu/qmd': '2.8.3', [`node-linux-${ARCH}`]: '24.21.0' };

/** Installs them once; `RAPPEL_EXTENDED_QMD` names another folder. Returns what Rappel's own variables should say. */
export function prepareQmd() {
  const folder = process.env.RAPPEL_EXTENDED_QMD || join(tmpdir(), 'rappel-extended-qmd');
  mkdirSync(folder, { recursive: true });
  const missing = Object.entries(WANTED).some(([name, version]) => installed(folder, name) !== version);
  if (missing) {
    if (!existsSync(join(folder, 'package.json')))
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const names = Object.entries(WANTED).map(([name, version]) => `${name}@${version}`);
    // Without scripts: SQLite would be compiled although its binary is there.
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...names];
    console.log(`installing ${names.join(', ')} into ${folder}`);
    if (spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status !== 0)
      throw new Error('npm install failed');
  }
  return {
    versions: WANTED,
    env: {
      RAPPEL_QMD: folder,
      RAPPEL_QMD_NODE: join(folder, 'node_modules', `node-linux-${ARCH}`, 'bin', 'node'),
    },
  };
}

function installed(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
