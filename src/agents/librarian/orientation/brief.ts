import { RappelError } from '../../../shared/errors.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../../vault/paths.js';
import { listFolder } from '../../../vault/scan.js';
import type { Vault } from '../../../vault/vault.js';
import { isMarkedGlobal } from '../../../vault/wall.js';
import { type Brief, type BriefSection, fitBrief } from './brief-text.js';
import { loggedDays } from './days.js';
import { bodyRange, readNote } from './note-file.js';
import { lastSession } from './session-summary.js';
import { type DatedTask, openTasks } from './tasks.js';

interface BriefRequest {
  /** The name of its folder in `projects/`; null for the whole vault. */
  project: string | null;
  /** The most that the text may have. */
  tokens: number;
  /** Says nothing of other projects: the overview and the vault's own tasks and changes are left out, unless they are marked global. */
  isWalled?: boolean;
  /** A session that is left out: the one that asks. */
  withoutSession?: string;
}

export const BRIEF_TOKENS = 1_000;

/**
 * State, open tasks, recent changes and the last session of a project, and the profile; without a project the overview.
 * The same files give the same bytes: the time of day and the date are no part of it.
 */
export function briefOf(vault: Vault, request: BriefRequest): Brief {
  const { project, isWalled = false, withoutSession = '' } = request;
  const folder = project === null ? null : joinPath(joinPath(ROOT, 'projects'), project);
  const about = folder === null ? [] : projectSections(vault, folder, withoutSession);
  const general = generalSections(vault, { withOwn: folder === null, isWalled });
  const sections = [...about, profile(vault), ...general].filter((section) => section.lines.length > 0);
  return fitBrief(sections, project, request.tokens);
}

/** The overview, and the tasks and changes of no project; behind a wall those that are marked global. */
function generalSections(vault: Vault, { withOwn, isWalled }: { withOwn: boolean; isWalled: boolean }) {
  const isSeen = (name: string) => !isWalled || isGlobal(vault, joinPath(ROOT, name));
  return [
    ...(isSeen('overview.md') ? [whole(vault, 'Overview', joinPath(ROOT, 'overview.md'), 3)] : []),
    ...((withOwn || isWalled) && isSeen('tasks.md') ? [tasks(vault, ROOT)] : []),
    ...(withOwn && !isWalled ? [changes(vault, ROOT)] : []),
  ];
}

function projectSections(vault: Vault, folder: VaultPath, withoutSession: string): BriefSection[] {
  const state = whole(vault, 'State', joinPath(folder, 'state.md'), 4);
  const described =
    state.lines.length > 0 ? [] : [whole(vault, 'Description', joinPath(folder, 'description.md'), 3)];
  return [
    state,
    ...described,
    tasks(vault, folder),
    changes(vault, folder),
    session(vault, folder, withoutSession),
  ];
}

function profile(vault: Vault): BriefSection {
  return whole(vault, 'About the user', joinPath(ROOT, 'profile.md'), 2);
}

/** Its text below the frontmatter, with headings below those of the brief, without empty lines. */
function whole(vault: Vault, title: string, path: VaultPath, weight: number): BriefSection {
  const file = orNull(() => readNote(vault, path));
  const body = file === null ? null : bodyRange(file);
  const lines = body === null ? [] : file!.lines.slice(body.first - 1, body.last);
  const lowered = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^#(?=#{0,4} )/, '##'));
  return { title, path: showPath(path), weight, lines: lowered };
}

function tasks(vault: Vault, folder: VaultPath): BriefSection {
  const open = orNull(() => openTasks(vault, [folder])) ?? [];
  const path = showPath(joinPath(folder, 'tasks.md'));
  return { title: 'Open tasks', path, weight: 3, lines: open.slice(0, MOST_TASKS).map(taskLine) };
}

function taskLine({ title, deadline, state }: DatedTask): string {
  const facts = [...(deadline === null ? [] : [`due ${deadline}`]), ...(state === 'open' ? [] : [state])];
  return `- ${title}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function changes(vault: Vault, folder: VaultPath): BriefSection {
  const days = (orNull(() => loggedDays(vault, [folder])) ?? []).slice(0, MOST_DAYS);
  const lines = days.flatMap(({ path, day, entries }) => {
    const file = readNote(vault, path);
    return entries.map(({ heading, first, last }) => {
      const text = file?.lines.slice(first, last).find((line) => line.trim() !== '');
      return shortened(`- ${day}: ${heading}${text === undefined ? '' : `. ${text.trim()}`}`);
    });
  });
  return { title: 'Recent changes', path: showPath(joinPath(folder, 'changelog.md')), weight: 3, lines };
}

function session(vault: Vault, folder: VaultPath, without: string): BriefSection {
  const bucket = joinPath(folder, 'bucket');
  const place = vault.locate(bucket);
  const names = place.kind === 'folder' ? listFolder(vault.root, place.target, bucket) : [];
  const paths = names.filter(({ kind }) => kind === 'file').map(({ name }) => joinPath(bucket, name));
  const found = orNull(() => lastSession(vault, paths, without));
  return {
    title: 'Last session',
    path: showPath(found?.path ?? bucket),
    weight: 2,
    lines: found?.lines ?? [],
  };
}

const MOST_TASKS = 20;
const MOST_DAYS = 5;
const MOST_LINE = 280;

function shortened(line: string): string {
  return line.length > MOST_LINE ? `${line.slice(0, MOST_LINE - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

function isGlobal(vault: Vault, path: VaultPath): boolean {
  const file = orNull(() => readNote(vault, path));
  return file !== null && isMarkedGlobal(file.lines.join('\n'));
}

/** A file that can't be read says nothing here. */
function orNull<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof RappelError) return null;
    throw error;
  }
}
