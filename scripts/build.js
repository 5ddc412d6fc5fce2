// Compiles src/ to dist/, copies the Markdown texts that stand beside the code (tool descriptions, prompts), and
// builds the page to dist/web.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

if (!existsSync(tsc)) {
  // `npm ci --omit=dev` on a package that is built already.
  if (existsSync(join(root, 'dist'))) process.exit(0);
  console.error('rappel: the TypeScript compiler is not installed; run npm ci without --omit=dev to build.');
  process.exit(1);
}

// Built beside dist/ and put in its place whole: a command that runs meanwhile never meets half a build.
const dist = join(root, 'dist');
const fresh = join(root, `.dist-${process.pid}`);
const page = import('vite').then(({ build }) =>
  build({
    configFile: join(root, 'web', 'vite.config.ts'),
    build: { outDir: join(fresh, 'web') },
    logLevel: 'warn',
  }),
);
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh], {
  cwd: root,
  stdio: 'inherit',
});
await page;
for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
  if (String(name).endsWith('.md')) cpSync(join(root, 'src', name), join(fresh, name));
}
if (status === 0) {
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
