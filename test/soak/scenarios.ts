import { disasterScenario } from './disaster.js';
import { hooksScenario } from './hooks.js';
import { hubScenario } from './hub.js';
import { intruderScenario } from './intruder.js';
import { killScenario } from './kill.js';
import { loadScenario } from './load.js';
import { outageScenario } from './outage.js';
import { pageScenario } from './page.js';
import { raceScenario } from './race.js';
import { stormScenario } from './storm.js';
import { REMOTES, syncScenario } from './sync.js';
import { twoVaultsScenario } from './two-vaults.js';

interface Scenario {
  promise: string;
  /** Null where it takes too long for `npm run test:all`. */
  short: (() => Promise<object>) | null;
  full(): Promise<object>;
}

/** Each real-process scenario, with the counts of `npm run test:all` and those of `npm run soak`. Each fails by throwing. */
export const SCENARIOS: Record<string, Scenario> = {
  kill: {
    promise: 'files every acknowledged update exactly once, however often it is killed',
    short: () => killScenario({ rounds: 2 }),
    full: () => killScenario({ rounds: 200 }),
  },
  outage: {
    promise:
      'files every update exactly once, whatever the network of its model does and whenever it is killed',
    short: () => outageScenario({ rounds: 2 }),
    full: () => outageScenario({ rounds: 100 }),
  },
  hooks: {
    promise: 'stores every turn of an assistant once and shows nothing twice, whatever is killed',
    short: () => hooksScenario({ sessions: 4 }),
    full: () => hooksScenario({ sessions: Number(process.env.RAPPEL_SOAK_SESSIONS ?? 1_000) }),
  },
  storm: {
    promise: 'converges after a checkout of many files and an editor that never stops saving',
    short: null,
    full: () => stormScenario({ files: 5_000, saves: 1_000 }),
  },
  race: {
    promise: 'loses no byte of programs that write at the same files as its background job',
    short: () => raceScenario({ edits: 100 }),
    full: () => raceScenario({ edits: 10_000 }),
  },
  page: {
    promise: 'keeps every line that two tabs, an editor on the disk and an agent write into one note',
    short: () => pageScenario({ seconds: 2 }),
    full: () => pageScenario({ seconds: 60 }),
  },
  'two-vaults': {
    promise: 'comes to rest where a sync tool mirrors two served vaults',
    short: null,
    full: () => twoVaultsScenario({ edits: 300 }),
  },
  sync: {
    promise: 'keeps three vaults the same through a remote that fails, and loses no line',
    short: () => syncScenario({ operations: 20 }),
    full: () =>
      syncScenario({
        operations: Number(process.env.RAPPEL_SOAK_OPERATIONS ?? 10_000),
        seed: Number(process.env.RAPPEL_SOAK_SEED ?? 1),
        through: REMOTES.find((name) => name === process.env.RAPPEL_SOAK_REMOTE) ?? 'folder',
      }),
  },
  hub: {
    promise: 'keeps many vaults on many nodes apart and whole, whatever is killed or cut off',
    short: null,
    full: () =>
      hubScenario({
        vaults: Number(process.env.RAPPEL_SOAK_VAULTS ?? 100),
        files: Number(process.env.RAPPEL_SOAK_FILES ?? 1_000),
        nodes: 3,
        clients: Number(process.env.RAPPEL_SOAK_CLIENTS ?? 50),
        seconds: Number(process.env.RAPPEL_SOAK_SECONDS ?? 180),
      }),
  },
  disaster: {
    promise: 'serves what it can, says what is wrong and recovers',
    short: () => disasterScenario(['vault away and back', 'clock set back', 'index deleted']),
    full: () => disasterScenario(),
  },
  intruder: {
    promise: 'refuses or bounds every intruder',
    short: () => intruderScenario({ streams: 150, bodyBytes: 64 * 1024 * 1024, secrets: 10, work: 100_000 }),
    full: () =>
      intruderScenario({ streams: 1_000, bodyBytes: 1024 * 1024 * 1024, secrets: 80, work: 4_000_000 }),
  },
  load: {
    promise: 'answers searches under load, also while the index is built anew',
    short: null,
    full: () => loadScenario({ projects: 1_000, perSecond: 200, seconds: 15 }),
  },
};
