import { benchAgents } from './agents.js';
import { benchMcp } from './mcp.js';
import { benchSearch } from './search.js';
import { benchTools } from './tools.js';
import { benchWeb } from './web.js';

const BENCHES: Record<string, () => Promise<void>> = {
  tools: benchTools,
  search: benchSearch,
  agents: benchAgents,
  mcp: benchMcp,
  web: benchWeb,
};

/** `npm run bench`, or `npm run bench -- search` for one of them. */
export async function main(args: string[]): Promise<void> {
  const names = args.length === 0 ? Object.keys(BENCHES) : args;
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined) {
      console.error(`There is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}.`);
      process.exit(2);
    }
    await bench();
  }
}
