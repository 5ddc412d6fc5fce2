// What needs a newer Node or is too large for the package: brought from the npm registry into a folder outside it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64';

const CODEX_TARGET = `${ARCH === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-musl`;

const WANTED = {
  [`node-linux-${ARCH}`]: '26.10.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  '@google/gemini-cli': '0.61.0',
};

/** Installs them once; `RAPPEL_EXTENDED_TOOLS` names another folder. */
export function prepareTools() {
  const folder = process.env.RAPPEL_EXTENDED_TOOLS || join(tmpdir(), 'rappel-extended-tools');
  mkdirSync(folder, { recursive: true });
  const wanted = Object.entries(WANTED);
  if (wanted.some(([name, version]) => installed(folder, name) !== version)) {
    if (!existsSync(join(folder, 'package.json')))
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
    // All of them: npm removes what it is not told of.
    const names = wanted.map(([name, version]) => `${name}@${version}`);
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...names];
    console.log(`installing ${names.join(', ')} into ${folder}`);
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('npm install failed');
  }
  const modules = join(folder, 'node_modules');
  return {
    versions: WANTED,
    node: join(modules, `node-linux-${ARCH}`, 'bin', 'node'),
    conformance: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    claude: join(modules, '@anthropic-ai', `claude-code-linux-${ARCH}`, 'claude'),
    codex: join(modules, '@openai', `codex-linux-${ARCH}`, 'vendor', CODEX_TARGET, 'bin', 'codex'),
    gemini: join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js'),
  };
}

function installed(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
