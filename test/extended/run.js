// `npm run test:extended`: what needs a newer Node, a real client or the network to npm. `-- --write` puts the result
// into docs/mcp.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareTools } from './tools-folder.js';

const root = new URL('../../', import.meta.url);
const build = spawnSync(process.execPath, ['scripts/build.js'], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(1);

const tools = prepareTools();
const { checkConformance } = await import('./conformance.js');
const { checkClaudeCode } = await import('./claude-code.js');
const scenarios = await checkConformance(tools);
const claude = await checkClaudeCode(tools);

const report = reportOf(scenarios, claude);
console.log(report);
if (process.argv.includes('--write')) writeReport(report);

const wrong = [
  ...scenarios
    .filter(({ passed, expected }) => !passed && expected === null)
    .map(({ revision, scenario }) => `${scenario} (${revision}) failed`),
  ...scenarios
    .filter(({ passed, expected }) => passed && expected !== null)
    .map(({ revision, scenario }) => `${scenario} (${revision}) passed, though it is listed as a failure`),
  ...claude.filter(({ passed }) => !passed).map(({ name, reason }) => `${name}: ${reason}`),
];
for (const line of wrong) console.error(`✗ ${line}`);
process.exit(wrong.length === 0 ? 0 : 1);

function reportOf(all, clients) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = [`Last run: ${day}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`, ''];
  for (const revision of ['2026-07-28', '2025-11-25']) {
    const mine = all.filter((result) => result.revision === revision);
    const count = (list) => `${list.filter((result) => result.passed).length} of ${list.length}`;
    const scored = mine.filter((result) => result.scored);
    const version = tools.versions['@modelcontextprotocol/conformance'];
    lines.push(
      `- Conformance ${version}, ${revision}: ${count(mine)} scenarios pass; of those the suite scores, ${count(scored)}.`,
    );
  }
  const version = tools.versions['@anthropic-ai/claude-code'];
  for (const { name, passed } of clients)
    lines.push(`- ${name.replace('Claude Code', `Claude Code ${version}`)}: ${passed ? 'passes' : 'fails'}.`);
  lines.push('', 'Expected failures:', '', '| protocol | scenarios | why |', '|---|---|---|');
  const groups = new Map();
  for (const { revision, scenario, expected } of all) {
    if (expected === null) continue;
    const key = `${revision}\n${expected}`;
    groups.set(key, [...(groups.get(key) ?? []), `\`${scenario}\``]);
  }
  for (const [key, names] of groups) {
    const [revision, reason] = key.split('\n');
    lines.push(`| ${revision} | ${names.join(', ')} | ${reason} |`);
  }
  return lines.join('\n');
}

function writeReport(text) {
  const file = new URL('docs/mcp.md', root);
  const page = readFileSync(file, 'utf8');
  const marked = /(<!-- last result -->\n)[\s\S]*?(\n<!-- end of the last result -->)/;
  writeFileSync(
    file,
    page.replace(marked, (_, start, end) => start + text + end),
  );
}
