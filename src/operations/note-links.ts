import type { Service } from '../service/create-service.js';
import { createMoves } from '../service/history/moves.js';
import { createTimeline } from '../service/history/timeline.js';
import { quickText } from '../vault/files.js';
import { findHeadings } from '../vault/headings.js';
import { kindOf } from '../vault/kinds.js';
import { shownLines } from '../vault/lines.js';
import { findLinks } from '../vault/links/find-links.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import { escapePattern } from '../words/escape-pattern.js';

/** A line of another note. */
interface Mention {
  /** `vault/…` */
  path: string;
  line: number;
  /** What the line says, without its marks at the start. */
  text: string;
}

export interface NoteLinks {
  /** Where other notes link to this one; at most `MOST` of `total`. */
  linked: Mention[];
  total: number;
  /** Where others name it without a link. */
  mentioned: Mention[];
}

export interface Alias {
  alias: string;
  path: string;
}

const MOST = 50;
const MOST_MENTIONS = 10;
const LONGEST_LINE = 300;
const SHORTEST_NAME = 3;

/** What other notes say of a file. */
export async function linksTo(service: Service, input: string): Promise<NoteLinks> {
  const { path } = service.vault.resolve(input);
  await service.links.refresh();
  const found = service.links.linksTo(path);
  const lines = lineReader(service);
  const linked = found.slice(0, MOST).map((one) => ({ ...one, text: lines(one.path)[one.line - 1] ?? '' }));
  const linking = new Set(found.map((one) => one.path));
  return {
    linked: linked.map(shown),
    total: found.length,
    mentioned: (await mentionsOf(service, path, lines)).filter((one) => !linking.has(one.path)).map(shown),
  };
}

export async function aliasesIn({ links }: Service): Promise<Alias[]> {
  await links.refresh();
  return [...links.names.aliases()].flatMap(([path, aliases]) => aliases.map((alias) => ({ alias, path })));
}

/** Where a file is that was moved from `input`, as the history knows it; null where it was deleted, or is there. */
export async function movedTo({ vault, history }: Service, input: string): Promise<string | null> {
  const place = vault.resolve(input);
  const opened = await history();
  if (place.kind !== 'missing' || !opened.available) return null;
  const timeline = createTimeline(await opened.entries());
  const last = timeline.touching(place.path).at(-1);
  const before = last?.change === 'deleted' ? timeline.before(last.entry) : null;
  if (before === null) return null;
  const path = await createMoves(opened, timeline).pathNow(place.path, before);
  return path !== null && vault.locate(path).kind === 'file' ? showPath(path) : null;
}

/** Found by the index of the search: every name in quotes, so that only its very words count. */
async function mentionsOf(
  service: Service,
  path: VaultPath,
  lines: (path: VaultPath) => readonly string[],
): Promise<{ path: VaultPath; line: number; text: string }[]> {
  const names = namesOf(path, service.links.aliasesOf(path), lines(path));
  if (names.length === 0) return [];
  const engine = await service.engine();
  const { results } = await engine.search({
    queries: names.map((name) => `"${name}"`),
    mode: 'fast',
    limit: 3 * MOST_MENTIONS,
    context: 0,
  });
  const isNamed = namePattern(names);
  const mentions: { path: VaultPath; line: number; text: string }[] = [];
  for (const result of results) {
    const source = result.path.replace(/^vault\//, '') as VaultPath;
    if (source === path || mentions.some((known) => known.path === source)) continue;
    const text = lines(source);
    const [first, last] = result.lines.split('-').map(Number) as [number, number];
    const at = text
      .slice(first - 1, last)
      .findIndex((line) => isNamed.test(line) && !isInLink(line, isNamed));
    if (at !== -1) mentions.push({ path: source, line: first + at, text: text[first + at - 1]! });
    if (mentions.length === MOST_MENTIONS) break;
  }
  return mentions;
}

/** How people call a note: its title, its name, its aliases; the description of a project is called as the project. */
function namesOf(path: VaultPath, aliases: readonly string[], lines: readonly string[]): string[] {
  const kind = kindOf(path);
  const parts = path.split('/');
  const stem = parts.at(-1)!.replace(/\.\w+$/, '');
  const own =
    kind === 'description' ? parts.at(-2) : kind === 'other' || kind === 'bucket' ? stem : undefined;
  // Several headings of the first level are sections, not a title.
  const [title, section] = own === undefined ? [] : findHeadings(lines).filter(({ level }) => level === 1);
  const called = section === undefined ? title?.text : undefined;
  const names = [own, own?.replaceAll(/[-_]+/g, ' '), called, ...aliases].flatMap((name) =>
    name === undefined
      ? []
      : [
          name
            .replaceAll(/["«»“”]/g, ' ')
            .trim()
            .toLowerCase(),
        ],
  );
  return [...new Set(names)].filter((name) => /[\p{L}\p{N}]/u.test(name) && name.length >= SHORTEST_NAME);
}

function namePattern(names: readonly string[]): RegExp {
  const forms = names.map((name) => escapePattern(name).replaceAll(/[\s_-]+/g, '[\\s_-]+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}

function isInLink(line: string, isNamed: RegExp): boolean {
  return findLinks(line).some(({ address }) => isNamed.test(address));
}

/** Reads each file once. */
function lineReader({ vault }: Service): (path: VaultPath) => readonly string[] {
  const known = new Map<VaultPath, readonly string[]>();
  return (path) => {
    let lines = known.get(path);
    if (lines === undefined) {
      const { kind, target, stats } = vault.locate(path);
      lines = kind === 'file' ? shownLines(quickText(target, stats!.size) ?? '') : [];
      known.set(path, lines);
    }
    return lines;
  };
}

function shown({ path, line, text }: { path: VaultPath; line: number; text: string }): Mention {
  const said = text.trim().replace(/^(?:#{1,6}|[-*+>]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '');
  return { path: showPath(path), line, text: said.slice(0, LONGEST_LINE) };
}
