import { join } from 'node:path';
import type { SqlPool } from '../../hub/database/sql.js';
import { hintInVault } from '../../hub/hint-in-vault.js';
import { type HubStatus, readHubStatus } from '../../hub/hub-status.js';
import { isUnsent } from '../../hub/remotes/unsent.js';
import { openVaultFolders, type VaultFolders } from '../../hub/vault-folders.js';
import { currentLease } from '../../service/locks/lease.js';
import { isEmpty } from '../../service/sync/refuse-doubtful.js';
import { openRemote } from '../../service/sync/remotes/open-remote.js';
import { syncStatus } from '../../service/sync/sync-status.js';
import { systemClock } from '../../shared/clock.js';
import { ENGLISH, RappelError, systemError, toldOf } from '../../shared/errors.js';
import { shellQuoted } from '../../shared/shell-quoted.js';
import { createVault } from '../../vault/vault.js';
import { nextStepOf } from '../../words/message.js';
import { type DoctorFinding, type DoctorResult, well, wrong, wrongBecause } from './finding.js';

/** Checks the folder of a hub, and the remote of each vault that has one. `database` is null without `DATABASE_URL`. */
export async function examineHub(
  folder: string,
  database: { pool: SqlPool; url: string } | null,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const folders = openVaultFolders(folder);
  const status = await readHubStatus(folders, database);
  const findings: DoctorFinding[] = [{ area: 'hub', ...hub(status, database !== null) }];
  for (const { name, remote, problem, hint } of status.vaults) {
    if (remote === null && problem !== null)
      findings.push({ area: `vault ${name}`, ...wrong(problem, hint!) });
    if (remote === null) continue;
    const found = await checkRemote(folders, { name, remote }, env).catch((error: unknown) =>
      unreachable(systemError(error), folders.folder, name),
    );
    // Nodes that run do the rest by themselves.
    const next = found.ok && status.nodes.length > 0 ? null : found.next;
    findings.push({ area: `remote of ${name}`, ...found, next });
  }
  return findings;
}

function hub(
  { folder, problem, hint, nodes, vaults, copies }: HubStatus,
  hasDatabase: boolean,
): DoctorResult {
  if (problem !== null) return wrong(problem, hint!);
  const [copy] = copies;
  if (copy !== undefined)
    return wrong(
      `"${copy[0]}" and "${copy[1]}" are copies of one vault, so only one of them is served`,
      `rappel hub add ${shellQuoted(folder)} ${copy[1]}`,
    );
  return hasDatabase
    ? well(`vaults in ${folder}: ${vaults.length}; nodes that run: ${nodes.length}`)
    : well(`vaults in ${folder}: ${vaults.length}; DATABASE_URL is not set`);
}

async function checkRemote(
  folders: VaultFolders,
  { name, remote }: { name: string; remote: string },
  env: NodeJS.ProcessEnv,
): Promise<DoctorResult> {
  const start = `rappel hub ${shellQuoted(folders.folder)}`;
  const root = folders.find(name);
  if (root === null) {
    if ((await openRemote(remote, env, folders.folder).head()) === null) throw isEmpty(remote);
    return well(`${remote} can be reached; this node has no copy yet`, start);
  }
  const status = await syncStatus(createVault({ root, clock: systemClock }), env);
  if (status === null) return wrong(`the copy in ${root} does not sync with ${remote}`, start);
  const { in_step, waiting, has_news, problem } = status;
  // Another node may lead the vault since this one last failed.
  if (problem !== null && (has_news === null || isUnsent(root) || currentLease(root) !== null))
    return wrongBecause(
      problem,
      hintInVault(nextStepOf(ENGLISH, problem, 'terminal'), root) ??
        `rappel sync status --vault ${shellQuoted(root)}`,
    );
  if (in_step === null && !has_news) throw isEmpty(remote);
  if (in_step === null) return well(`${remote} can be reached; this node's copy is still empty`, start);
  const when = in_step.replace('T', ' ');
  if (waiting !== 0)
    return well(`entries to be sent to ${remote}: ${waiting ?? '?'}; in step ${when}`, start);
  if (has_news)
    return well(`${remote} has newer changes, which this node gets when it leads the vault; in step ${when}`);
  return well(`in step with ${remote} ${when}`);
}

function unreachable(error: unknown, folder: string, name: string): DoctorResult {
  const hint = error instanceof RappelError ? hintInVault(error.hint, join(folder, name)) : null;
  return wrongBecause(toldOf(error), hint ?? `rappel doctor --hub ${shellQuoted(folder)}`);
}
