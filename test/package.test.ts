import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN } from './support/rappel.js';
import { has } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

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
    expect(paths.filter((path) => path.endsWith('.ts'))).toEqual(['dist/sdk/memory-tool.d.ts']);
    for (const path of [
      'dist/cli/main.js',
      // Started by their paths, as threads and processes.
      'dist/exchange/import/documents/worker.js',
      'dist/search/engines/qmd/child/main.js',
      'dist/search/index/thread/host.js',
      'dist/licenses.txt',
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

    // What other programs import, by its name.
    mkdirSync(join(home, 'node_modules'));
    symlinkSync(join(folder, 'package'), join(home, 'node_modules', 'rappel'));
    const program = `import { openMemoryTool } from 'rappel/memory-tool';
      const memory = openMemoryTool();
      console.log(await memory.run({ command: 'view', path: '/memories' }));
      await memory.close();`;
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(shown).toContain('0B\t/memories');
  });

  it('imports only packages that are installed with it', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(PROJECT, 'package.json'), 'utf8'),
    );
    const installed = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const folder = join(PROJECT, 'dist');
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !name.startsWith('web'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const imported = code.flatMap((text) =>
      [...text.matchAll(/(?<!`)\brequire\("([^"]+)"\)/g)].map(([, name]) => name!),
    );
    const packages = imported
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
    expect(new Set(packages)).toContain('mammoth');
    expect([...new Set(packages)].filter((name) => !installed.has(name))).toEqual([]);
  });

  it('loads few files for a command, since each costs about a millisecond', () => {
    const vault = tempVault({ 'note.md': 'The harbour is closed.' }).root;
    const loaded = join(tempFolder(), 'loaded.txt');
    const env = { PATH: process.env.PATH, HOME: tempFolder(), RAPPEL_VAULT: vault };
    const out = execFileSync(process.execPath, ['--import', countingLoads(loaded), BIN, 'find', 'harbour'], {
      encoding: 'utf8',
      env,
    });
    expect(out).toContain('vault/note.md');
    expect(readFileSync(loaded, 'utf8').trim().split('\n').length).toBeLessThan(20);
  });
});

/** A module to import first, which notes every file of ours that is loaded after it. */
function countingLoads(file: string): string {
  const hooks = `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(${JSON.stringify(file)}, url + '\\n');
      return next(url, context);
    }`;
  const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  return asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(hooks))});`);
}
