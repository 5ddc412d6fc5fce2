import { dayOf } from '../../../search/text/dates.js';
import { fold } from '../../../search/text/fold.js';
import { joinPath, ROOT, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { readNote, type Section, sectionsOf } from './note-file.js';

export interface Task extends Section {
  path: VaultPath;
  /** As `YYYY-MM-DD`. */
  deadline: string | null;
  isStarted: boolean;
  isPaused: boolean;
  /** 0 for urgent, 1 where nothing is said, 2 for what can wait. */
  priority: number;
}

/** The open tasks of these folders, what is due first at the top. */
export function openTasks(vault: Vault, folders: readonly VaultPath[]): Task[] {
  return folders.flatMap((folder) => tasksIn(vault, joinPath(folder, 'tasks.md'))).sort(byDeadline);
}

/** Orders tasks: what is due first at the top, paused ones last. */
export function byDeadline(a: Task, b: Task): number {
  return (
    Number(a.isPaused) - Number(b.isPaused) ||
    compare(a.deadline ?? '9', b.deadline ?? '9') ||
    a.priority - b.priority ||
    Number(b.isStarted) - Number(a.isStarted)
  );
}

/** Every folder that may hold tasks and a changelog: the vault's own and those of the projects. */
export function workFolders(projects: readonly { path: VaultPath }[]): VaultPath[] {
  return [ROOT, ...projects.map(({ path }) => path)];
}

function tasksIn(vault: Vault, path: VaultPath): Task[] {
  const file = readNote(vault, path);
  if (file === null) return [];
  return sectionsOf(file, 1).flatMap((section) => {
    const lines = file.lines.slice(section.first, section.last).map(fold);
    const status = fieldIn(lines, STATUS) ?? '';
    if (DONE.test(status)) return [];
    const priority = fieldIn(lines, PRIORITY) ?? '';
    return {
      ...section,
      path,
      deadline: dayOf(fieldIn(lines, DEADLINE) ?? ''),
      isStarted: STARTED.test(status),
      isPaused: PAUSED.test(status),
      priority: HIGH.test(priority) ? 0 : LOW.test(priority) ? 2 : 1,
    };
  });
}

/** Fields and values are free text in the user's language: these are the words that Rappel and people use for them. */
const STATUS = 'status|statut|etat|state';
const PRIORITY = 'prio|priority|priorite';
const DEADLINE = 'deadline|due|due date|echeance|date limite|pour le';
const DONE = /^(?:done|closed|cancell?ed|fait|faite|termine|terminee|finie?|annulee?|close?)\b/;
const STARTED = /^(?:in.progress|started|doing|active|en.cours|commencee?)\b/;
const PAUSED = /^(?:paused|on.hold|waiting|blocked|later|someday|en.pause|en.attente|bloquee?|plus.tard)\b/;
const HIGH = /^(?:high|urgent|1|p[01]\b|haute?|elevee?|urgente?)/;
const LOW = /^(?:low|3|p3|basse|faible)/;

function fieldIn(lines: readonly string[], names: string): string | null {
  const pattern = new RegExp(`(?:^|\\|)\\s*(?:${names})\\s*:\\s*([^|]+)`);
  for (const line of lines) {
    const value = pattern.exec(line)?.[1]?.trim();
    if (value !== undefined) return value;
  }
  return null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
