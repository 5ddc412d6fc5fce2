import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './table.js';

const RUNS = 7;
/** Microseconds between two samples of the profiler. */
const INTERVAL = 200;
const NODE = 'Node itself';
const LOADING = 'loading the program';

/** The stage of a module, the first that fits; what a module calls of Node or of V8 counts as its own. */
const STAGES: readonly [RegExp, string][] = [
  [/^src\/cli\/load-program/, LOADING],
  [/^src\/(?:vault\/scan|search\/files|search\/index\/refresh)/, 'listing the files'],
  [/^src\/search\/models\//, 'model and vectors'],
  [/^src\/search\/index\/(?:vector|stored-vector|missing-vectors)/, 'model and vectors'],
  [/^src\/search\/index\//, 'index'],
  [/^src\/search\/text\/|snowball/, 'words and stems'],
  [/^src\/search\/(?:ranking|query)\//, 'ranking'],
  [/^src\/search\//, 'passages'],
  [/^src\/agents\//, 'answer'],
  [/./, 'everything else'],
];

/** Modules that many stages use: their time is that of their callers. */
const SHARED = /^src\/(?:shared\/|vault\/(?:file-system|paths)\.)/;

interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

/** The share of each stage in the time of a Node program, by V8's profiler: the median of several runs, largest first. */
export function stagesOf(args: readonly string[], env: NodeJS.ProcessEnv): [stage: string, share: number][] {
  const runs = Array.from({ length: RUNS }, () => sharesOf(profileOf(args, env)));
  const names = new Set(runs.flatMap((run) => [...run.keys()]));
  return [...names]
    .map((name): [string, number] => [name, median(runs.map((run) => run.get(name) ?? 0))])
    .sort((a, b) => b[1] - a[1]);
}

function profileOf(args: readonly string[], env: NodeJS.ProcessEnv): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-profile-'));
  try {
    const flags = ['--cpu-prof', `--cpu-prof-interval=${INTERVAL}`, `--cpu-prof-dir=${folder}`];
    spawnSync(process.execPath, [...flags, ...args], { env, stdio: 'ignore' });
    return JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sharesOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const moduleAt = createModules();
  const stages = new Map<number, string>();
  // A node comes before its children.
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber } = callFrame;
    const module = moduleAt(url, lineNumber);
    const isOwn = module !== null && !SHARED.test(module);
    const own = isOwn ? STAGES.find(([pattern]) => pattern.test(module))?.[1] : undefined;
    const isFileItself = url.includes('/dist/') && functionName === '';
    if (functionName === '(garbage collector)') stages.set(id, 'collecting garbage');
    else stages.set(id, (isFileItself && lineNumber === 0 ? LOADING : own) ?? above(id));
  }
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const shares = new Map<string, number>();
  samples.forEach((id, at) => {
    const stage = stages.get(id)!;
    shares.set(stage, (shares.get(stage) ?? 0) + timeDeltas[at]! / total);
  });
  return shares;

  function above(id: number): string {
    return stages.get(parents.get(id) ?? -1) ?? NODE;
  }
}

/** The module of src/ or of a package that a line of a built file comes from: the build names it above each. */
function createModules(): (url: string, line: number) => string | null {
  const files = new Map<string, (string | null)[]>();
  return (url, line) => {
    let lines = files.get(url);
    if (lines === undefined) {
      lines = modulesOfLines(url.startsWith('file:') ? fileURLToPath(url) : url);
      files.set(url, lines);
    }
    return lines[line] ?? null;
  };
}

function modulesOfLines(file: string): (string | null)[] {
  if (!file.includes('/dist/') || !existsSync(file)) return [];
  let module: string | null = null;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      module = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(line)?.[1] ?? module;
      return module;
    });
}
