// Builds, unless dist/ was made of these very sources: `npm ci` builds, and the first command or `npm link`
// after it, which prepare the package once more, need not.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['src', 'web', 'scripts', 'package-lock.json', 'tsconfig.json'];
// Inside dist/: every other build, which replaces that folder, takes it away.
const mark = join(root, 'dist', '.sources');

// In an installed package there is nothing to build.
const sources = existsSync(join(root, 'src')) ? hashOf(SOURCES) : null;
if (sources !== null && !(existsSync(mark) && readFileSync(mark, 'utf8') === sources)) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.js')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  // Without a compiler (`npm ci --omit=dev`) it leaves what is there.
  const isBuilt = existsSync(join(root, 'node_modules', 'rolldown')) && hashOf(SOURCES) === sources;
  if (isBuilt) writeFileSync(mark, sources);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = join(root, name);
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [path];
    for (const file of files.sort()) {
      const bytes = readFileSync(file);
      hash.update(`${file.slice(root.length)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}
