// Compiles src/ to dist/, copies the Markdown texts that stand beside the code (tool descriptions, prompts), and
// builds the page to dist/web.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
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

rmSync(join(root, 'dist'), { recursive: true, force: true });
const page = import('vite').then(({ build }) =>
  build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' }),
);
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
  if (String(name).endsWith('.md')) cpSync(join(root, 'src', name), join(root, 'dist', name));
}

await page;
