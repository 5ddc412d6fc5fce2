import { dayOf } from '../../../search/text/dates.js';
import { joinPath, ROOT, type VaultPath } from '../../../vault/paths.js';
import { openTasksIn, type Task } from '../../../vault/tasks.js';
import type { Vault } from '../../../vault/vault.js';

export interface DatedTask extends Task {
  /** As `YYYY-MM-DD`. */
  deadline: string | null;
}

/** The open tasks of these folders, what is due first at the top. */
export function openTasks(vault: Vault, folders: readonly VaultPath[]): DatedTask[] {
  return folders
    .flatMap((folder) => openTasksIn(vault, joinPath(folder, 'tasks.md')))
    .map((task) => ({ ...task, deadline: task.due === null ? null : dayOf(task.due.value) }))
    .sort(byDeadline);
}

/** Orders tasks: what is due first at the top, paused ones last. */
export function byDeadline(a: DatedTask, b: DatedTask): number {
  return (
    Number(a.state === 'paused') - Number(b.state === 'paused') ||
    compare(a.deadline ?? '9', b.deadline ?? '9') ||
    a.priority - b.priority ||
    Number(b.state === 'started') - Number(a.state === 'started')
  );
}

/** Every folder that may hold tasks and a changelog: the vault's own and those of the projects. */
export function workFolders(projects: readonly { path: VaultPath }[]): VaultPath[] {
  return [ROOT, ...projects.map(({ path }) => path)];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
