import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN } from './support/rappel.js';
import { has } from './support/system.js';
import { tempFolder } from './support/temp-vault.js';

const PROJECT = dirname(dirname(BIN));

// Without scripts: the build is there already, and a test must not replace it under the others.
const pack = (folder: string) =>
  JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: PROJECT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )[0] as { filename: string; size: number; files: { path: string }[] };

describe.skipIf(!has('npm') || !has('tar'))('the package', () => {
  it('holds what it needs and nothing else, and runs from an empty folder', () => {
    const folder = tempFolder();
    const packed = pack(folder);
    const paths = packed.files.map(({ path }) => path);
    const tops = new Set(paths.map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(
      ['LICENSE', 'README.md', 'bin', 'dist', 'examples', 'models', 'package.json'].filter(
        (name) => name !== 'models' || readdirSync(PROJECT).includes('models'),
      ),
    );
    expect(paths.filter((path) => /\.test\.|\.contract\.|(?:^|\/)(?:test|src)\//.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.ts'))).toEqual([]);
    for (const path of [
      'dist/cli/main.js',
      'dist/tools/read.md',
      'dist/web/index.html',
      'examples/vault/overview.md',
    ])
      expect(paths).toContain(path);

    execFileSync('tar', ['xzf', packed.filename], { cwd: folder });
    // Its dependencies, as npm would put them there.
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'package', 'node_modules'));
    const [empty, home] = [tempFolder(), tempFolder()];
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(folder, 'package', 'bin', 'rappel.js'), ...args], {
        cwd: empty,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home },
      });
    expect(run('--version').trim()).toBe(
      JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version,
    );
    run('init');
    run('import', join(folder, 'package', 'examples', 'vault', 'projects'), '--yes');
    expect(run('find', 'why did we drop the native app', '--limit', '3')).toContain('tidewater');
    expect(readdirSync(empty)).toEqual([]);
  });
});
