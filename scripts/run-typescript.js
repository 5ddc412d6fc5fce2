// Compiles the project and runs one of its TypeScript programs that are not part of the package (eval, bench):
// run(import.meta.url, 'main.ts') imports that file's `main` and hands it the arguments of the command line.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function run(caller, file) {
  const out = join(root, 'node_modules', '.cache', 'rappel-programs', String(process.pid));
  mkdirSync(out, { recursive: true });
  try {
    const source = join(dirname(fileURLToPath(caller)), file);
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const config = join(out, 'tsconfig.json');
    const options = { noEmit: false, rootDir: root, outDir: out, declaration: false, sourceMap: false };
    // The last one is started as a thread, which no import shows.
    const files = [
      source,
      ...['text/snowball-stemmers.d.ts', 'index/thread/host.ts'].map((name) =>
        join(root, 'src/search', name),
      ),
    ];
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, files, include: [] }),
    );
    writeFileSync(join(out, 'package.json'), '{"type":"module"}');
    symlinkSync(join(root, 'models'), join(out, 'models'), 'junction');
    const { status } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
    const compiled = join(out, relative(root, source)).replace(/\.ts$/, '.js');
    const { main } = await import(pathToFileURL(compiled).href);
    await main(process.argv.slice(2));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
