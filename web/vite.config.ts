import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: here('.'),
  // Relative: the page may be served under a path. The service adapts index.html to the depth of each view.
  base: './',
  plugins: [react(), tailwind(), onlyWoff2()],
  server: { proxy: { '/api': process.env.RAPPEL_URL ?? 'http://127.0.0.1:4747' } },
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
      input: { index: here('index.html'), diagram: here('diagram.html'), sw: here('worker/sw.ts') },
      // A service worker keeps its address: the browser looks there for a newer one.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
});
