import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { readJsonOrNull } from '../../../shared/read-or-null.js';

/** QMD as it is installed, and the Node.js to run it with. */
interface InstalledQmd {
  /** The folder of the package. */
  package: string;
  version: string;
  node: string;
  nodeVersion: string;
}

/** Why it can't be used: one sentence, and the command that helps. */
interface NoQmd {
  problem: string;
  command: string;
}

const INSTALL_COMMAND = 'npm install -g --ignore-scripts @tobilu/qmd';

/**
 * Looks for QMD where `RAPPEL_QMD` says, else beside Rappel, in the global folder of npm, and behind the `qmd` of the
 * shell; then for a Node.js that is new enough, `RAPPEL_QMD_NODE` or this one.
 */
export function findQmd(env: NodeJS.ProcessEnv, runtime = process): InstalledQmd | NoQmd {
  const path = env.RAPPEL_QMD_NODE || runtime.execPath;
  const folder = env.RAPPEL_QMD ? packageAt(env.RAPPEL_QMD) : firstPackage(candidates(env, path));
  if (folder === null) {
    if (!env.RAPPEL_QMD) return { problem: 'QMD is not installed', command: INSTALL_COMMAND };
    return {
      problem: `QMD is not in ${env.RAPPEL_QMD}, the folder in the settings`,
      command: `${INSTALL_COMMAND} && rappel setup qmd`,
    };
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (!isAtLeast(version, OLDEST_QMD) || !version.startsWith('2.')) {
    const tried = isAtLeast(version, OLDEST_QMD) ? 'newer than Rappel knows' : 'too old';
    return {
      problem: `QMD ${version} in ${folder} is ${tried}; ${OLDEST_QMD.join('.')} is needed`,
      command: `${INSTALL_COMMAND}@${OLDEST_QMD.join('.')}`,
    };
  }
  const node = { path, version: versionOf(path, runtime) };
  if (node.version === null) {
    return {
      problem: `${path}, the path in the settings, is not Node.js`,
      command: 'RAPPEL_QMD_NODE=/path/to/node rappel setup qmd',
    };
  }
  if (!isAtLeast(node.version, OLDEST_NODE)) {
    return {
      problem: `QMD needs Node.js ${OLDEST_NODE.join('.')} or later and would get ${node.version}`,
      command: 'RAPPEL_QMD_NODE=/path/to/node rappel setup qmd (a newer one is at https://nodejs.org)',
    };
  }
  return { package: folder, version, node: node.path, nodeVersion: node.version };
}

/** The whole of it in one sentence. */
export function sentenceOf({ problem, command }: NoQmd): string {
  return `${problem}: ${command}`;
}

/** Below this its SQLite crashes when it is loaded, without a word. */
const OLDEST_NODE = [22, 14];
const OLDEST_QMD = [2, 8, 3];
const NAME = join('@tobilu', 'qmd');

function versionOf(node: string, runtime: NodeJS.Process): string | null {
  if (node === runtime.execPath) return runtime.versions.node;
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null;
}

function candidates(env: NodeJS.ProcessEnv, node: string): string[] {
  const beside = createRequire(import.meta.url).resolve.paths('@tobilu/qmd') ?? [];
  const prefixes = [env.npm_config_prefix, env.NPM_CONFIG_PREFIX, env.PREFIX, dirname(dirname(node))];
  const global = prefixes.flatMap((prefix) => (prefix ? [join(prefix, 'lib', 'node_modules')] : []));
  // Windows keeps them beside the program, and in the user's own folder.
  const windows = [
    join(dirname(node), 'node_modules'),
    ...(env.APPDATA ? [join(env.APPDATA, 'npm', 'node_modules')] : []),
  ];
  const shell = (env.PATH ?? '').split(delimiter).map((folder) => join(folder || '.', 'qmd'));
  return [...[...beside, ...global, ...windows].map((modules) => join(modules, NAME)), ...shell];
}

function firstPackage(places: readonly string[]): string | null {
  for (const place of places) {
    const found = existsSync(place) ? packageAt(place) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The package at a path: its folder, one it is installed in, or a file of it. */
function packageAt(path: string): string | null {
  for (const folder of [
    path,
    join(path, 'node_modules', NAME),
    join(path, 'lib', 'node_modules', NAME),
    join(path, NAME),
  ])
    if (isQmd(folder)) return folder;
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    return null;
  }
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder))
    if (isQmd(folder)) return folder;
  return null;
}

function isQmd(folder: string): boolean {
  const description = readJsonOrNull(join(folder, 'package.json')) as { name?: unknown } | null;
  return description?.name === '@tobilu/qmd';
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  for (let i = 0; i < least.length; i++) {
    const difference = (parts[i] ?? 0) - least[i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
