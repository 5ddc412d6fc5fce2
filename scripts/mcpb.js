// `npm run mcpb [FILE]`: the bundle for Claude Desktop, with the package and what it depends on. Needs the npm registry.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importModules } from './bundle.js';
import { mcpbManifest } from './mcpb-manifest.js';
import { zipFolder } from './zip-folder.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = process.argv[2] ?? `${manifest.name}-${manifest.version}.mcpb`;
const folder = mkdtempSync(join(tmpdir(), 'rappel-mcpb-'));
const npm = (words, cwd) =>
  execFileSync('npm', [...words, '--silent'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
  execFileSync('tar', ['xzf', `${manifest.name}-${manifest.version}.tgz`], { cwd: folder });
  const content = join(folder, 'package');
  writeFileSync(join(content, 'package-lock.json'), readFileSync(join(root, 'package-lock.json')));
  // Every package with a binary brings it for all systems, or Node has the same built in.
  npm(['ci', '--omit=dev', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund'], content);
  const [{ createToolList }] = await importModules('mcp/tool-list');
  const tools = (await createToolList('memory')()).map(({ wire }) => wire);
  writeFileSync(
    join(content, 'manifest.json'),
    `${JSON.stringify(mcpbManifest(manifest, tools), null, 2)}\n`,
  );
  const bytes = zipFolder(content);
  writeFileSync(target, bytes);
  console.log(`${target} (${Math.round(bytes.length / 1024 / 1024)} MB)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
