// `npm run screenshots [folder]`: pictures of every view of the page, in both widths and themes. Needs Chromium.
import { run } from './run-typescript.js';

await run(new URL('../test/web/x', import.meta.url).href, 'screenshots.ts');
