// `npm run test:extended`: what needs a newer Node, a real client or the network to npm. `-- packages` runs one part;
// `-- --write` puts each result into its page, between `<!-- last result -->` and its end.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Each step's `run()` gives `{ report, wrong }`: Markdown for its page, and what failed that should not. */
const STEPS = [
  { name: 'mcp', page: 'docs/mcp.md', load: () => import('./mcp.js') },
  { name: 'hooks', page: 'docs/assistants.md', load: () => import('./hooks.js') },
  { name: 'packages', page: 'docs/packaging.md', load: () => import('./packages.js') },
  { name: 'qmd', page: 'docs/search.md', load: () => import('./qmd.js') },
];

const root = new URL('../../', import.meta.url);
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = named.find((name) => !STEPS.some((step) => step.name === name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; there are ${STEPS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const build = spawnSync(process.execPath, ['scripts/build.js'], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(1);

let failures = 0;
for (const { name, page, load } of STEPS) {
  if (named.length > 0 && !named.includes(name)) continue;
  const { report, wrong } = await (await load()).run();
  console.log(`\n${report}\n`);
  if (process.argv.includes('--write')) writeReport(page, report);
  for (const line of wrong) console.error(`✗ ${name}: ${line}`);
  failures += wrong.length;
}
process.exit(failures === 0 ? 0 : 1);

function writeReport(page, text) {
  const file = new URL(page, root);
  const marked = /(<!-- last result -->\n)[\s\S]*?(\n<!-- end of the last result -->)/;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(marked, (_, start, end) => start + text + end),
  );
}
