import { weekdayName } from '../../../search/text/calendar-words.js';
import { localDate } from '../../../shared/clock.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import type { Material } from '../filing.js';
import { pastDay } from '../kinds/past-day.js';
import type { LineEdit } from '../line-edits.js';

/** Something to file, and where. */
export interface Job {
  context: ToolContext;
  material: Material;
  /** Null for what belongs to no project. */
  project: string | null;
  language: Language;
  /** Lines for its entry that say where it comes from. */
  sources?: readonly string[];
  /** The tasks of the text that belong there, where they are told apart already. */
  tasks?: readonly string[];
  /** Whether its caller asks the user about what it offers: what may replace a line is then held back. */
  canAsk?: boolean;
}

/** What was done: a sentence, and the title and file of the entry that others can link to. */
export interface Filed {
  summary: string;
  title: string;
  path: VaultPath;
  /** The past day that its entry is about. */
  day?: string | null;
  /** Changes of lines that are there: for the user to say. */
  offers?: readonly LineEdit[];
  /** What it is, where it is filed as a note until the user has said whether it changes one of these lines or is new. */
  isHeldBack?: boolean;
}

export function homeOf(project: string | null): VaultPath {
  return project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project);
}

export function changelogOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'changelog.md');
}

export function bucketOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'bucket');
}

/** The project that a file belongs to. */
export function projectOf(path: string): string | null {
  return /^(?:vault\/)?projects\/([^/]+)\//.exec(path)?.[1] ?? null;
}

export function linesOf(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split('\n');
}

export function linksTo(paths: readonly VaultPath[]): string[] {
  return paths.map((path) => `→ ${showPath(path)}`);
}

export function withFullStop(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** The day on which the words of an input about days were written; today where that is not known. */
export function readingDay({ context, material }: Pick<Job, 'context' | 'material'>): string {
  return material.given ?? localDate(context.vault.clock.now());
}

/** The past day whose event the input reports: its entry goes there. */
export function eventDay({ text, given }: Material): string | null {
  return given === undefined ? null : pastDay(text, given);
}

/** A reply that also names the past day under which the entry is. */
export function withDay(summary: string, day: string | null, language: Language): string {
  if (day === null) return summary;
  const when = dayInWords(day, language);
  return `${summary}\n${language === 'fr' ? `Noté à la date du ${when}` : `Logged under ${when}`}`;
}

/** `Thursday 2025-07-17` */
export function dayInWords(day: string, language: Language): string {
  return `${weekdayName(day, language)} ${day}`;
}
