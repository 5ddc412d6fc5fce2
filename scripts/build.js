// Builds src/ to dist/, and the page to dist/web.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

if (!existsSync(join(root, 'node_modules', 'rolldown'))) {
  // `npm ci --omit=dev` on a package that is built already.
  if (existsSync(dist)) process.exit(0);
  console.error('rappel: the build tools are not installed; run npm ci without --omit=dev to build.');
  process.exit(1);
}

/** What bin/rappel.js imports, and what is started as a thread or a process. */
const ENTRIES = [
  'cli/load-program',
  'cli/hook/main',
  'cli/main',
  'http/serve',
  'http/hub/serve-hub',
  'mcp/serve-http',
  'mcp/serve-stdio',
  'exchange/import/documents/worker',
  'search/engines/qmd/child/main',
  'search/index/thread/host',
  'sdk/memory-tool',
];

/** What other programs import: their types are written beside them. */
const EXPORTS = ['sdk/memory-tool'];

// Built beside dist/ and put in its place whole: a command that runs meanwhile never meets half a build.
const fresh = join(root, `.dist-${process.pid}`);
try {
  const [{ bundle }, { build }] = await Promise.all([import('./bundle.js'), import('vite')]);
  await bundle(ENTRIES, fresh);
  await storeWords(bundle);
  for (const name of EXPORTS) writeFileSync(join(fresh, `${name}.d.ts`), await typesOf(name));
  await build({
    configFile: join(root, 'web', 'vite.config.ts'),
    build: { outDir: join(fresh, 'web') },
    logLevel: 'warn',
  });
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** The words of the embedded model in the form in which a command uses them: making them takes it 10 ms. */
async function storeWords(bundle) {
  const folder = 'search/models/static';
  // Beside dist/, as deep as it: the model is found from there.
  const aside = `${fresh}-words`;
  try {
    await bundle([`${folder}/static-embedder`], aside);
    const { wordsToStore } = await import(pathToFileURL(join(aside, folder, 'static-embedder.js')).href);
    mkdirSync(join(fresh, folder), { recursive: true });
    writeFileSync(join(fresh, folder, 'bilingual-static.words'), await wordsToStore());
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function typesOf(name) {
  const { isolatedDeclaration } = await import('rolldown/experimental');
  const file = join(root, 'src', `${name}.ts`);
  const { code, errors } = await isolatedDeclaration(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
