/** Loaded only when it runs: one that measures memory should not carry the others. */
const BENCHES: Record<string, () => Promise<() => Promise<void>>> = {
  tools: async () => (await import('./tools.js')).benchTools,
  search: async () => (await import('./search.js')).benchSearch,
  agents: async () => (await import('./agents.js')).benchAgents,
  mcp: async () => (await import('./mcp.js')).benchMcp,
  web: async () => (await import('./web.js')).benchWeb,
};

/** `npm run bench`, or `npm run bench -- search` for one of them. */
export async function main(args: string[]): Promise<void> {
  const names = args.length === 0 ? Object.keys(BENCHES) : args;
  for (const name of names) {
    const load = BENCHES[name];
    if (load === undefined) {
      console.error(`There is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}.`);
      process.exit(2);
    }
    const bench = await load();
    await bench();
  }
}
