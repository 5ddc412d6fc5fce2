import { disasterScenario } from './disaster.js';
import { intruderScenario } from './intruder.js';
import { killScenario } from './kill.js';
import { loadScenario } from './load.js';
import { raceScenario } from './race.js';
import { stormScenario } from './storm.js';
import { twinsScenario } from './twins.js';

/** Each real-process scenario, with the counts of `npm test` and those of `npm run soak`. */
export const SCENARIOS: Record<string, { short(): Promise<object>; full(): Promise<object> }> = {
  kill: { short: () => killScenario({ rounds: 3 }), full: () => killScenario({ rounds: 200 }) },
  storm: {
    short: () => stormScenario({ files: 200, saves: 50 }),
    full: () => stormScenario({ files: 5_000, saves: 1_000 }),
  },
  race: { short: () => raceScenario({ edits: 300 }), full: () => raceScenario({ edits: 10_000 }) },
  disaster: { short: disasterScenario, full: disasterScenario },
  intruder: {
    short: () => intruderScenario({ streams: 150, bodyBytes: 64 * 1024 * 1024 }),
    full: () => intruderScenario({ streams: 1_000, bodyBytes: 1024 * 1024 * 1024 }),
  },
  load: {
    short: () => loadScenario({ projects: 10, perSecond: 50, seconds: 2 }),
    full: () => loadScenario({ projects: 1_000, perSecond: 200, seconds: 15 }),
  },
  twins: { short: () => twinsScenario({ edits: 15 }), full: () => twinsScenario({ edits: 300 }) },
};

/** `npm run soak`: every scenario with its full counts, or those that are named; `--short` for the counts of `npm test`. */
export async function main(args: string[]): Promise<void> {
  const names = args.filter((word) => !word.startsWith('-'));
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const started = performance.now();
    const counts = await (args.includes('--short') ? scenario.short() : scenario.full());
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name}: ${JSON.stringify(counts)} in ${seconds} s`);
  }
}
