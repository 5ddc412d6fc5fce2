import { SCENARIOS } from './scenarios.js';

/** `npm run soak`: every scenario with its full counts, or those that are named; `--short` for the counts of `npm run test:all`. */
export async function main(args: string[]): Promise<void> {
  const names = args.filter((word) => !word.startsWith('-'));
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const started = performance.now();
    const counts = await (args.includes('--short') && scenario.short !== null
      ? scenario.short()
      : scenario.full());
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name}: ${JSON.stringify(counts)} in ${seconds} s`);
  }
}
