// MCP: the official conformance suite, and Claude Code as a real client.
import { checkClaudeCode } from './claude-code.js';
import { checkConformance } from './conformance.js';
import { prepareTools } from './tools-folder.js';

export async function run() {
  const tools = prepareTools();
  const scenarios = await checkConformance(tools);
  const clients = await checkClaudeCode(tools);
  const wrong = [
    ...scenarios
      .filter(({ passed, expected }) => !passed && expected === null)
      .map(({ revision, scenario }) => `${scenario} (${revision}) failed`),
    ...scenarios
      .filter(({ passed, expected }) => passed && expected !== null)
      .map(({ revision, scenario }) => `${scenario} (${revision}) passed, though it is listed as a failure`),
    ...clients.filter(({ passed }) => !passed).map(({ name, reason }) => `${name}: ${reason}`),
  ];
  return { report: reportOf(tools, scenarios, clients), wrong };
}

function reportOf(tools, all, clients) {
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
