import { loggedDays } from '../../../agents/librarian/orientation/days.js';
import { belowDeadlines } from '../../../agents/librarian/orientation/deadlines.js';
import { bodyOf, type NoteFile, readNote } from '../../../agents/librarian/orientation/note-file.js';
import { openTasks } from '../../../agents/librarian/orientation/tasks.js';
import { dayOf } from '../../../search/text/dates.js';
import { fold } from '../../../search/text/fold.js';
import { shellQuoted } from '../../../shared/shell-quoted.js';
import { joinPath, ROOT, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import type { Check } from '../check.js';
import type { Found } from '../finding.js';

/** A project whose changelog is further by this many days goes on without its state. */
const MOST_DAYS_BEHIND = 21;

/** Deadlines that passed and are still there, and states that the changelog left behind. */
export const findStale: Check = async ({ vault, today, facts, yieldToEventLoop }) => {
  const found: Found[] = [];
  for (const folder of projectFolders(facts.keys())) {
    await yieldToEventLoop();
    found.push(...overdueTasks(vault, folder, today));
    const state = readNote(vault, joinPath(folder, 'state.md'));
    if (state === null || isOver(state)) continue;
    found.push(...passedDeadlines(state, today), ...leftBehind(vault, folder, state));
  }
  return found;
};

/** The vault itself and every project with a text file: their titles, which others read for it, matter to nobody here. */
function projectFolders(paths: Iterable<VaultPath>): Set<VaultPath> {
  const folders = new Set([ROOT]);
  for (const path of paths) {
    const project = /^projects\/[^/]+(?=\/)/.exec(path)?.[0];
    if (project !== undefined) folders.add(project as VaultPath);
  }
  return folders;
}

function overdueTasks(vault: Vault, folder: VaultPath, today: string): Found[] {
  return openTasks(vault, [folder])
    .filter(({ deadline, state }) => deadline !== null && deadline < today && state !== 'paused')
    .map(({ path, first, title, deadline }) => ({
      kind: 'stale' as const,
      says: `This task was due on ${deadline}. Finish it, or give it a new deadline.`,
      places: [{ path, line: first, text: title, day: deadline }],
      about: [path, title, deadline!],
      command: `rappel update --kind done ${shellQuoted(title)}`,
    }));
}

/** The items below a heading of deadlines, and lines that call themselves one. */
function passedDeadlines(state: NoteFile, today: string): Found[] {
  const isBelow = belowDeadlines(state);
  return state.lines.flatMap((text, index): Found[] => {
    const line = index + 1;
    if (line < state.bodyStart || text.length > LONGEST_LINE || DONE.test(fold(text))) return [];
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(text)?.[1] ?? text;
    const isDeadline = isBelow(line) ? item !== text : LABELLED.test(fold(item));
    const day = isDeadline ? lastDay(item) : null;
    if (day === null || day >= today) return [];
    const says = `This deadline passed on ${day}. Say how it ended, or when it is now.`;
    return [{ kind: 'stale', says, places: [{ path: state.path, line, text: item, day }] }];
  });
}

const LONGEST_LINE = 500;
const LABELLED = /^(?:deadline|due(?: date)?|echeance|date limite)\s*:/;
/** Struck out, ticked, or said to be done. */
const DONE =
  /~~|\[x\]|✓|✔|✅|\b(?:done|paid|sent|met|kept|missed|cancelled|canceled|delivered on|fait|faite|paye|payee|envoye|envoyee|tenu|tenue|annule|annulee|depasse|depassee|livre|livree)\b/;

/** Of `from 2025-07-01 to 2025-07-15` the end counts. */
function lastDay(text: string): string | null {
  const days = [...text.matchAll(/\b\d{4}-\d\d-\d\d\b/g)].flatMap(([day]) => dayOf(day) ?? []);
  return days.length > 0 ? days.sort().at(-1)! : dayOf(text);
}

/** A project that is finished has no deadlines left, whatever its state lists. */
function isOver({ lines, bodyStart }: NoteFile): boolean {
  const first = lines.slice(bodyStart - 1).find((line) => line.trim() !== '' && !/^\s*#/.test(line));
  return OVER.test(fold(first ?? '').replace(/^[\s>*_-]+|^(?:status|statut|etat|state)\s*:\s*/g, ''));
}

const OVER =
  /^(?:finished|done|closed|completed?|cancell?ed|archived|abandoned|over|termine|terminee|fini|finie|clos|close|cloture|cloturee|annule|annulee|archive|archivee|abandonne|abandonnee|livre)\b/;

function leftBehind(vault: Vault, folder: VaultPath, state: NoteFile): Found[] {
  const { updated } = state;
  const logged = loggedDays(vault, [folder]);
  const [newest] = logged;
  if (newest === undefined || updated === null || !/^\d{4}-\d\d-\d\d$/.test(updated)) return [];
  const days = daysBetween(updated, newest.day);
  if (days < MOST_DAYS_BEHIND) return [];
  const entries = logged.filter(({ day }) => day > updated).flatMap((day) => day.entries);
  if (entries.length === 0) return [];
  const last = newest.entries[0];
  return [
    {
      kind: 'stale',
      says: `This state is of ${updated}; the changelog goes on until ${newest.day} (newer entries: ${entries.length}). Bring it up to date.`,
      places: [
        { path: state.path, line: bodyOf(state)?.first ?? 1, day: updated },
        { path: newest.path, line: last?.first ?? 1, text: last?.heading ?? '', day: newest.day },
      ],
      about: [state.path, updated, newest.day],
    },
  ];
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
