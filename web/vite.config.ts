import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** KaTeX names each font in three formats; every browser that runs the page reads the first. */
function onlyWoff2(): Plugin {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('katex') && id.endsWith('.css')
        ? code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, '')
        : null,
  };
}

/**
 * The frame of diagrams as one file with its script in it: in its sandbox it has an origin of its own, from which it may load
 * nothing.
 */
function diagramFrame(): Plugin {
  return {
    name: 'diagram-frame',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          modulePreload: false,
          chunkSizeWarningLimit: 10_000,
          rollupOptions: {
            input: here('src/diagram/main.ts'),
            output: { format: 'es', codeSplitting: false },
          },
        },
      });
      const [script] = (built as Rolldown.RolldownOutput).output;
      const code = script.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
      const frame = readFileSync(here('diagram.html'), 'utf8');
      const source = frame.replace(/<script .*<\/script>/, () => `<script type="module">${code}</script>`);
      this.emitFile({ type: 'asset', fileName: 'diagram.html', source });
    },
  };
}

/**
 * Puts what the first view needs into one file. By default each set of views that shares a module gets a file, and the
 * browser fetches thirty of them, six at a time, before it runs the first line.
 */
const FIRST_LOAD: Rolldown.CodeSplittingGroup[] = [
  // The sign-in page of a hub uses it too, and nothing else of the page.
  { name: 'preload', test: /preload-helper|src\/words\/say\./, priority: 1 },
  {
    name: (id, modules) => (importsOf(here('src/main.tsx'), modules).has(id) ? 'first' : null),
    debugName: 'first',
    tags: ['$initial'],
  },
];

/** A module and everything it imports, directly or not; what it loads on demand is left out. */
function importsOf(entry: string, modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([entry]);
  // A set hands out what is added while it is walked.
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

export default defineConfig({
  root: here('.'),
  // Relative: the page may be served under a path. The service adapts index.html to the depth of each view.
  base: './',
  plugins: [react(), tailwind(), onlyWoff2(), diagramFrame()],
  // An origin of its own is `null`: that of the frame of diagrams.
  server: { cors: { origin: 'null' }, proxy: { '/api': process.env.RAPPEL_URL ?? 'http://127.0.0.1:4747' } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // The colours are written with light-dark().
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // A data: address would be a second way for images to come in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rollupOptions: {
      input: {
        index: here('index.html'),
        hub: here('hub.html'),
        sw: here('worker/sw.ts'),
      },
      // A service worker keeps its address: the browser looks there for a newer one.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: FIRST_LOAD },
      },
    },
  },
});
