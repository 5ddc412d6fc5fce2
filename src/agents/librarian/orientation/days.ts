import { dayOf } from '../../../search/text/dates.js';
import { isWithin, type Span } from '../../../shared/calendar.js';
import { fold } from '../../../shared/fold.js';
import type { LineRange } from '../../../vault/line-ranges.js';
import { joinPath, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { readNote, type Section, sectionsOf } from './note-file.js';

/** A day of a changelog. */
export interface LoggedDay {
  path: VaultPath;
  day: string;
  /** Its heading and its entries, or those that were asked for. */
  ranges: LineRange[];
  entries: Section[];
}

/** The days of these folders' changelogs, newest first; only decisions where those are asked for. */
export function loggedDays(
  vault: Vault,
  folders: readonly VaultPath[],
  { spans = null, decisions = false }: { spans?: readonly Span[] | null; decisions?: boolean } = {},
): LoggedDay[] {
  const days = folders.flatMap((folder) => {
    const file = readNote(vault, joinPath(folder, 'changelog.md'));
    if (file === null) return [];
    return sectionsOf(file, 1).flatMap((section): LoggedDay[] => {
      const day = dayOf(section.heading);
      if (day === null || (spans !== null && !isWithin(day, spans))) return [];
      const entries = sectionsOf(file, 2, section);
      const wanted = decisions
        ? entries.filter(({ heading }) => fold(heading).includes('[decision]'))
        : entries;
      if (decisions && wanted.length === 0) return [];
      const whole = { first: section.first, last: section.last };
      const heading = { first: section.first, last: section.first };
      const ranges = wanted.length === entries.length ? [whole] : [heading, ...wanted];
      return [{ path: file.path, day, ranges, entries: wanted }];
    });
  });
  return days.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}
