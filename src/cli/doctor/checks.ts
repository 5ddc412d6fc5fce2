import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { indexFile } from '../../search/cache-folder.js';
import { findQmd } from '../../search/engines/qmd/find-qmd.js';
import { findModels, PULL } from '../../search/engines/qmd/models.js';
import { runningService } from '../../service/connection/client.js';
import { projectOfDirectory, wallOfDirectory } from '../../service/directories/project-links.js';
import { engineSetting } from '../../service/engine/engine-setting.js';
import { openEngine } from '../../service/engine/open-engine.js';
import { hasGit } from '../../service/history/git.js';
import { currentLease, endedUnexpectedly } from '../../service/locks/lease.js';
import { longHeldLocks } from '../../service/locks/lock-holder.js';
import { checkStateFormat, readStateFormat } from '../../service/state/state-format.js';
import { syncStatus } from '../../service/sync/sync-status.js';
import { createQueue } from '../../service/updates/queue.js';
import { historyHealth } from '../../service/upkeep/history-health.js';
import { systemClock } from '../../shared/clock.js';
import { ENGLISH, systemError, toldOf } from '../../shared/errors.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { ROOT } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { checkState, stateProblems } from '../../vault/state-database.js';
import { keepsState } from '../../vault/state-folder.js';
import { createVault, type Vault } from '../../vault/vault.js';
import { nextStepOf, type Told } from '../../words/message.js';
import { type DoctorFinding, type DoctorResult, well, wrong, wrongBecause } from './finding.js';

interface Examined {
  /** The folder of the vault; it need not exist. */
  root: string;
  port: number;
  /** Where assistants would be started. */
  directory: string;
  /** The settings of the model; null if none is set. */
  model: { provider: string; model: string } | null;
  env: NodeJS.ProcessEnv;
}

/** `vault` is null if there is none at `root`. */
type Check = (input: Examined & { vault: Vault | null }) => Promise<DoctorResult>;

/** Runs the checks of these areas, each on its own: one that fails is a finding. */
export async function examine(
  input: Examined,
  areas: readonly string[] = Object.keys(CHECKS),
): Promise<DoctorFinding[]> {
  const isFolder = existsSync(input.root) && statSync(input.root).isDirectory();
  const vault = isFolder ? createVault({ root: input.root, clock: systemClock }) : null;
  const findings: DoctorFinding[] = [];
  for (const area of areas) {
    const found = await CHECKS[area]!({ ...input, vault }).catch((error: unknown) =>
      wrongBecause(toldOf(systemError(error)), 'rappel status'),
    );
    findings.push({ area, ...found });
  }
  return findings;
}

/** By area, in the order shown. */
const CHECKS: Record<string, Check> = {
  runtime,
  vault: folder,
  index,
  engine,
  queue,
  history,
  watcher,
  service,
  sync,
  port: portCheck,
  model: modelSettings,
  wall,
};

async function runtime() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const says = `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  if (major > 20 || (major === 20 && minor >= 19)) return well(says);
  return wrong(`${says}; 20.19 or later is needed`, 'install it from https://nodejs.org');
}

async function folder({ root }: Parameters<Check>[0]) {
  if (!existsSync(root)) return wrong(`no vault at ${root}`, `rappel init ${root}`);
  if (!statSync(root).isDirectory()) return wrong(`${root} is a file`, 'rappel init DIR');
  try {
    accessSync(root, constants.R_OK | constants.W_OK);
  } catch {
    return wrong(`${root} can't be written`, `ls -ld ${root}`);
  }
  const state = readStateFormat(root);
  if (state !== null) checkStateFormat(root);
  const unreadable: string[] = [];
  let files = 0;
  for (const { kind } of walk(root, root, ROOT, ({ path }) => unreadable.push(path ?? '')))
    if (kind === 'file') files++;
  if (unreadable.length > 0)
    return wrong(
      `${unreadable.length} folders can't be read, the first is ${unreadable[0]}`,
      `ls -l ${root}`,
    );
  checkState(root);
  const [damaged] = stateProblems(root);
  if (damaged !== undefined) return wrongBecause(toldOf(damaged), 'rappel status');
  const says = `${root}, ${files} files`;
  return keepsState(root) ? well(says) : well(`${says}; only read so far`, 'rappel serve');
}

async function index({ vault, env }: Parameters<Check>[0]) {
  if (vault === null) return NOTHING;
  const engine = await openEngine(vault, { ...env, RAPPEL_ENGINE: 'own' });
  try {
    const { files, chunks, location, problem } = engine.status();
    if (problem !== null) return wrong(problem, `ls -ld ${dirname(indexFile(vault.root, env))}`);
    if (files === 0) return well('empty; the first search builds it', 'rappel index');
    return well(`${files} files, ${chunks} chunks in ${location}`);
  } finally {
    engine.close();
  }
}

async function engine({ env }: Parameters<Check>[0]) {
  const setting = engineSetting(env);
  if (setting.engine === 'own') return well("Rappel's own");
  const found = findQmd(setting.env);
  if ('problem' in found) return wrong(found.problem, found.command);
  const says = `QMD ${found.version} in ${found.package}, with Node.js ${found.nodeVersion}`;
  const models = Object.values(findModels(setting.env));
  const missing = models.filter(({ path }) => path === null).length;
  if (missing === 0) return well(`${says}; its models are downloaded`);
  const without =
    missing === models.length ? 'no models' : `${missing} of ${models.length} models are missing`;
  return well(`${says}; ${without}`, PULL);
}

async function queue({ vault }: Parameters<Check>[0]) {
  if (vault === null) return NOTHING;
  const updates = createQueue(vault).list();
  const count = (...states: string[]) => updates.filter(({ state }) => states.includes(state)).length;
  const failed = updates.find(({ state }) => state === 'failed');
  const says = `${count('accepted', 'running')} waiting, ${count('failed')} failed, ${count('done', 'needs_answer')} filed`;
  if (failed !== undefined) return wrong(`${says}; ${failed.id}: ${failed.reason}`, 'rappel status');
  if (count('accepted', 'running') > 0 && currentLease(vault.root) === null)
    return wrong(`${says}, and no service runs to file them`, 'rappel serve');
  const held = updates.find(({ state, retry }) => state === 'accepted' && retry !== undefined);
  if (held !== undefined)
    return wrong(`${says}; ${held.id} waits for the model: ${held.retry!.reason}`, 'rappel status');
  const [lock] = longHeldLocks(vault.root, vault.clock.now());
  if (lock !== undefined) return wrong(`${says}; ${lock}`, 'rappel status');
  return well(says);
}

async function history({ vault, env }: Parameters<Check>[0]) {
  if (!(await hasGit()))
    return wrong(
      'git is not installed: nothing is recorded, undo is not possible',
      'install git, then: rappel doctor',
    );
  return vault === null ? NOTHING : historyHealth(vault, env);
}

/** Linux limits how many folders may be watched. */
async function watcher({ vault }: Parameters<Check>[0]) {
  const setting = readOrNull('/proc/sys/fs/inotify/max_user_watches');
  if (vault === null || setting === null) return well('the system sets no limit');
  const limit = Number(setting);
  let folders = 1;
  for (const { kind } of walk(vault.root, vault.root, ROOT, () => {})) if (kind === 'folder') folders++;
  const says = `${folders} folders to watch, the system allows ${limit}`;
  if (folders < limit * 0.8) return well(says);
  return wrong(says, 'sudo sysctl fs.inotify.max_user_watches=524288');
}

async function service({ vault }: Parameters<Check>[0]) {
  const running = vault === null ? null : runningService(vault.root);
  if (running === null) {
    const other = vault === null ? null : currentLease(vault.root);
    if (other !== null) return well(`runs on another machine or in another container, ${other.host}`);
    const says =
      vault !== null && endedUnexpectedly(vault.root) ? 'not running: it was killed' : 'not running';
    return well(says, 'rappel serve');
  }
  let problems: Told[];
  try {
    ({ problems } = (await running.request('GET', '/api/health')) as { problems: Told[] });
  } catch (error) {
    return wrongBecause(toldOf(error), 'rappel stop, then: rappel serve');
  }
  // The vault is visible here but not to the service: it was moved.
  const said = problems.map(({ message }) => message).join('; ');
  if (problems.some(({ reason }) => reason === 'vault.out_of_reach'))
    return wrong(`${said}: it was moved`, 'rappel stop, then: rappel serve');
  if (problems.length > 0) return wrong(`${running.lease.url}: ${said}`, 'rappel status');
  return well(`runs at ${running.lease.url}`);
}

/** Asks the remote, which the person named. */
async function sync({ vault, env }: Parameters<Check>[0]) {
  const status = vault === null ? null : await syncStatus(vault, env);
  if (status === null) return well('with no other machine');
  const { remote, in_step, waiting, has_news, problem, machines } = status;
  if (problem !== null)
    return wrongBecause(problem, nextStepOf(ENGLISH, problem, 'terminal') ?? 'rappel sync');
  if (in_step === null) return wrong(`never in step with ${remote} yet`, 'rappel sync');
  const when = in_step.replace('T', ' ');
  // A service does it by itself.
  const command = currentLease(vault!.root) === null ? 'rappel sync' : null;
  if (waiting !== 0)
    return well(`entries to be sent to ${remote}: ${waiting ?? '?'}; in step ${when}`, command);
  if (has_news) return well(`${remote} has news of other machines; in step ${when}`, command);
  return well(`in step with ${remote} ${when}; other machines: ${machines.length - 1}`);
}

async function portCheck({ root, port }: Parameters<Check>[0]) {
  const lease = existsSync(root) ? currentLease(root) : null;
  // It has a port: whoever uses another one is not in its way.
  if (lease !== null) return well(`${new URL(lease.url).port} is the service's own`);
  if (await isFree(port)) return well(`${port} is free`);
  return wrong(`${port} is used by another program`, `rappel serve --port ${port + 1}`);
}

async function modelSettings({ model }: Parameters<Check>[0]) {
  if (model === null) return well('none (built-in rules)', 'rappel setup');
  return well(`${model.provider}, ${model.model}`);
}

async function wall({ root, directory }: Parameters<Check>[0]) {
  const place = projectOfDirectory(root, directory);
  if (wallOfDirectory(place) === null)
    return well('assistants started here see the whole vault', 'rappel link');
  return place.project === null
    ? well(
        'assistants started here see the profile and global files: another directory has this name',
        'rappel link PROJECT',
      )
    : well(`assistants started here see ${place.project}, the profile and global files`, 'rappel link');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

const NOTHING = well('nothing yet');
