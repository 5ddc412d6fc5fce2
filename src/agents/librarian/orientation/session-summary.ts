import { fileSystem } from '../../../vault/file-system.js';
import { fieldOf, splitFrontmatter } from '../../../vault/frontmatter.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { type NoteFile, readNote, sectionsOf } from './note-file.js';

/** Files of captured sessions: `session-2025-07-14-3f9a2c11.md`. */
const SESSION_NAME = /(?:^|\/)session-(\d{4}-\d\d-\d\d)-([\w-]+)\.md$/;

/** What the last session was about and how it ended, by rule; null if there is none. */
export function lastSession(
  vault: Vault,
  paths: readonly VaultPath[],
  without: string,
): { path: VaultPath; lines: string[] } | null {
  const sessions = paths.flatMap((path) => {
    const day = SESSION_NAME.exec(path)?.[1];
    return day === undefined ? [] : [{ path, day }];
  });
  const days = [...new Set(sessions.map(({ day }) => day))].sort().reverse();
  for (const day of days) {
    const found = sessions
      .filter((session) => session.day === day)
      .map(({ path }) => ({ path, ...stampsOf(vault, path) }))
      .filter(({ session }) => without === '' || session !== without)
      .sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : a.path < b.path ? 1 : -1));
    for (const { path } of found) {
      const lines = summarise(readNote(vault, path));
      if (lines.length > 0) return { path, lines };
    }
  }
  return null;
}

/** The fields that a captured session begins with, by far. */
const HEAD_BYTES = 4_096;

/** Which session it is, and when its last turn was. */
function stampsOf(vault: Vault, path: VaultPath): { session: string; last: string } {
  const place = vault.locate(path);
  const start =
    place.kind === 'file' ? fileSystem.start(place.target, Math.min(place.stats!.size, HEAD_BYTES)) : '';
  const { yaml } = splitFrontmatter(start.toString('utf8'));
  return { session: fieldOf(yaml, 'session') ?? '', last: fieldOf(yaml, 'ended') ?? '' };
}

function summarise(file: NoteFile | null): string[] {
  if (file === null) return [];
  const turns = sectionsOf(file, 2).map(({ heading, first, last }) => ({
    isUser: heading.startsWith('User'),
    when: /· (.*)$/.exec(heading)?.[1] ?? '',
    lines: file.lines.slice(first, last).filter((line) => line.trim() !== '' && !TOOL_LINE.test(line)),
  }));
  const asked = turns.filter(({ isUser, lines }) => isUser && lines.length > 0);
  const answered = turns.findLast(({ isUser, lines }) => !isUser && lines.length > 0);
  const [first, last] = [asked[0], asked.at(-1)];
  if (first === undefined) return [];
  return [
    `- ${first.when === '' ? 'Asked' : `${first.when}, asked`}: ${shortened(first.lines.join(' '), 200)}`,
    ...(last === first ? [] : [`- Last asked: ${shortened(last!.lines.join(' '), 200)}`]),
    ...(answered === undefined ? [] : [`- Ended with: ${shortened(answered.lines.join(' '), 600)}`]),
  ];
}

/** A tool call in one line, as transcripts show it. */
const TOOL_LINE = /^- `[^`]*`$/;

function shortened(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
