import { createYielder } from '../../shared/yield-to-event-loop.js';
import { quickText } from '../../vault/files.js';
import { listOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { linksIn } from '../../vault/links/find-links.js';
import { createNoteNames, lastKey, nameKey } from '../../vault/links/note-names.js';
import { resolveLink } from '../../vault/links/resolve-link.js';
import type { VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import { lookOf, scanLooks } from '../job/visit-entries.js';
import { createKeptLinks, type NoteLinks } from './kept-links.js';

/** So many notes may be read again at the next start. */
const MOST_UNKEPT = 100;

export type LinkIndex = ReturnType<typeof createLinkIndex>;

/**
 * Which note links to which, in memory; `watch` tells of files that change. Nothing is read before somebody asks; from then
 * on a changed file costs one read. `keptFile`, outside the vault, keeps the links for the next start.
 * Notes are found by the last part of what their links name, so that no question looks at every link.
 */
export function createLinkIndex(
  root: string,
  watch: (tell: (path: VaultPath) => void) => void,
  keptFile: string | null = null,
) {
  const kept = createKeptLinks(keptFile);
  const notes = new Map<VaultPath, NoteLinks>();
  const names = createNoteNames();
  const sources = new Map<string, Set<VaultPath>>();
  let dirty: Set<VaultPath> | null = null;
  let last: Promise<void> = Promise.resolve();

  watch((path) => dirty?.add(path));

  async function forget(path: VaultPath, yieldToEventLoop: Yielder): Promise<void> {
    for (const key of keysOf(notes.get(path))) {
      const rest = yieldToEventLoop();
      if (rest !== undefined) await rest;
      const linking = sources.get(key);
      linking?.delete(path);
      if (linking?.size === 0) sources.delete(key);
    }
    notes.delete(path);
    names.remove(path);
  }

  async function read(path: VaultPath, yieldToEventLoop: Yielder): Promise<void> {
    const place = tryLocate(root, path, 'io');
    if (place?.kind !== 'file') return forget(path, yieldToEventLoop);
    const look = lookOf(place.stats!);
    if (notes.get(path)?.look === look) return;
    const note = isNote(path)
      ? await parseNote(quickText(place.target, place.stats!.size) ?? '', look, yieldToEventLoop)
      : bare(look);
    await forget(path, yieldToEventLoop);
    await put(path, note, yieldToEventLoop);
  }

  async function put(path: VaultPath, note: NoteLinks, yieldToEventLoop: Yielder): Promise<void> {
    notes.set(path, note);
    names.add(path, note.aliases);
    for (const key of keysOf(note)) {
      const rest = yieldToEventLoop();
      if (rest !== undefined) await rest;
      const linking = sources.get(key);
      if (linking === undefined) sources.set(key, new Set([path]));
      else linking.add(path);
    }
  }

  async function refreshNow(everything: boolean): Promise<void> {
    const yieldToEventLoop = createYielder();
    let changed = dirty;
    dirty = new Set();
    const isFirst = changed === null && notes.size === 0;
    if (isFirst)
      for (const [path, note] of kept.load()) {
        await put(path, note, yieldToEventLoop);
      }
    if (everything || changed === null) {
      const { looks, unreadable } = await scanLooks(root);
      const isGone = (path: VaultPath) => !looks.has(path) && !unreadable.holds(path);
      for (const path of [...notes.keys()].filter(isGone)) await forget(path, yieldToEventLoop);
      const isKnown = (path: VaultPath, look: string) => notes.get(path)?.look === look;
      changed = new Set([...looks].flatMap(([path, look]) => (isKnown(path, look) ? [] : [path])));
    }
    for (const path of changed) {
      await read(path, yieldToEventLoop);
      await yieldToEventLoop();
    }
    if (isFirst && changed.size > MOST_UNKEPT) await kept.save(notes);
  }

  return {
    names,
    /** Brings the index up to date: with what was reported, or with every file on the disk. */
    refresh(everything = false): Promise<void> {
      const next = last.then(() => refreshNow(everything));
      last = next.catch(() => {
        // What was reported may not have been read: the next question looks at every file.
        dirty = null;
      });
      return next;
    },
    /** Every file, for a plan of what a move would do. */
    paths: (): Iterable<VaultPath> => notes.keys(),
    aliasesOf: (path: VaultPath) => notes.get(path)?.aliases ?? [],
    linksOf: (path: VaultPath) => notes.get(path)?.links ?? [],
    /** The notes with a link whose last part has this key: perhaps to a file of that name. */
    linking: (key: string): Iterable<VaultPath> => sources.get(key) ?? [],
    /** The lines of other notes that link to a file. */
    linksTo(path: VaultPath): { path: VaultPath; line: number }[] {
      const keys = [
        lastKey(path),
        ...(notes.get(path)?.aliases ?? []).flatMap((one) => [nameKey(one), lastKey(one)]),
      ];
      const candidates = new Set(keys.flatMap((key) => [...(sources.get(key) ?? [])]));
      candidates.delete(path);
      return [...candidates].flatMap((source) => {
        const links = notes.get(source)!.links.filter((link) => resolveLink(link, source, names) === path);
        return [...new Set(links.map(({ line }) => line))].map((line) => ({ path: source, line }));
      });
    },
  };
}

/** Rappel writes `tree.md` itself: what it names is no link. */
function isNote(path: VaultPath): boolean {
  return isMarkdown(path) && path !== 'tree.md';
}

type Yielder = ReturnType<typeof createYielder>;

async function parseNote(text: string, look: string, yieldToEventLoop: Yielder): Promise<NoteLinks> {
  const { yaml } = splitFrontmatter(text);
  const aliases = yaml === null ? [] : [...listOf(yaml, 'aliases'), ...listOf(yaml, 'alias')];
  // Counted once for all links, which come in the order of the text: a note may hold thousands.
  let [line, lineEnd] = [1, text.indexOf('\n')];
  const links: NoteLinks['links'][number][] = [];
  for (const { kind, address, start } of linksIn(text)) {
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    links.push({ kind, address, line });
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
  }
  return { look, aliases, links };
}

function bare(look: string): NoteLinks {
  return { look, aliases: [], links: [] };
}

/** Some of them may come twice. */
function* keysOf(note: NoteLinks | undefined): Iterable<string> {
  for (const { kind, address } of note?.links ?? []) {
    const name = kind === 'wiki' ? address : decoded(address);
    yield lastKey(name.replace(/\/$/, ''));
    // An alias may contain a slash.
    if (kind === 'wiki' && name.includes('/')) yield nameKey(name);
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('\\', ''));
  } catch {
    return address;
  }
}
