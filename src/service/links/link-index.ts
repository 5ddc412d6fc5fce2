import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { quickText } from '../../vault/files.js';
import { fieldValues, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { linksIn } from '../../vault/links/find-links.js';
import { createNoteNames, lastKey, nameKey } from '../../vault/links/note-names.js';
import { resolveLink } from '../../vault/links/resolve-link.js';
import type { VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import { lookOf, scanLooks } from '../job/visit-entries.js';
import { writeWhole } from '../state/durable.js';

/** So many notes may be read again at the next start. */
const MOST_UNKEPT = 100;

export type LinkIndex = ReturnType<typeof createLinkIndex>;

/**
 * Which note links to which, in memory; `watch` tells of files that change. Nothing is read before somebody asks; from then
 * on a changed file costs one read. `keptFile`, outside the vault, keeps the links for the next start.
 */
export function createLinkIndex(
  root: string,
  watch: (tell: (path: VaultPath) => void) => void,
  keptFile: string | null = null,
) {
  const kept = createKeptLinks(keptFile);
  const table = createLinkTable();
  const { notes } = table;
  let dirty: Set<VaultPath> | null = null;
  let last: Promise<void> = Promise.resolve();

  watch((path) => dirty?.add(path));

  async function read(path: VaultPath, yieldToEventLoop: Yielder): Promise<void> {
    const place = tryLocate(root, path, 'io');
    if (place?.kind !== 'file') return table.remove(path, yieldToEventLoop);
    const look = lookOf(place.stats!);
    if (notes.get(path)?.look === look) return;
    const note = isNote(path)
      ? await parseNote(quickText(place.target, place.stats!.size) ?? '', look, yieldToEventLoop)
      : bare(look);
    await table.remove(path, yieldToEventLoop);
    await table.add(path, note, yieldToEventLoop);
  }

  async function refreshNow(everything: boolean): Promise<void> {
    const yieldToEventLoop = createYielder();
    let changed = dirty;
    dirty = new Set();
    const isFirst = changed === null && notes.size === 0;
    if (isFirst)
      for (const [path, note] of kept.load()) {
        await table.add(path, note, yieldToEventLoop);
      }
    if (everything || changed === null) {
      const { looks, unreadable } = await scanLooks(root);
      const isGone = (path: VaultPath) => !looks.has(path) && !unreadable.holds(path);
      for (const path of [...notes.keys()].filter(isGone)) await table.remove(path, yieldToEventLoop);
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
    names: table.names,
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
    linking: table.linking,
    linksTo: table.linksTo,
  };
}

/** Rappel writes `tree.md` itself: what it names is no link. */
function isNote(path: VaultPath): boolean {
  return isMarkdown(path) && path !== 'tree.md';
}

async function parseNote(text: string, look: string, yieldToEventLoop: Yielder): Promise<KeptNoteLinks> {
  const { yaml } = splitFrontmatter(text);
  const aliases = yaml === null ? [] : [...fieldValues(yaml, 'aliases'), ...fieldValues(yaml, 'alias')];
  // Counted once for all links, which come in the order of the text: a note may hold thousands.
  let [line, lineEnd] = [1, text.indexOf('\n')];
  const links: KeptNoteLinks['links'][number][] = [];
  for (const { kind, address, start } of linksIn(text)) {
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    links.push({ kind, address, line });
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
  }
  return { look, aliases, links };
}

function bare(look: string): KeptNoteLinks {
  return { look, aliases: [], links: [] };
}

type Yielder = ReturnType<typeof createYielder>;

/**
 * The links of every note, in both directions. They are stored by the last part of their target, so that a lookup reads few of them.
 * A note may hold thousands: changes yield to other work.
 */
function createLinkTable() {
  const notes = new Map<VaultPath, KeptNoteLinks>();
  const names = createNoteNames();
  const sources = new Map<string, Set<VaultPath>>();

  return {
    notes: notes as ReadonlyMap<VaultPath, KeptNoteLinks>,
    names,
    async add(path: VaultPath, note: KeptNoteLinks, yieldToEventLoop: Yielder): Promise<void> {
      notes.set(path, note);
      names.add(path, note.aliases);
      for (const key of keysOf(note)) {
        const rest = yieldToEventLoop();
        if (rest !== undefined) await rest;
        const linking = sources.get(key);
        if (linking === undefined) sources.set(key, new Set([path]));
        else linking.add(path);
      }
    },
    async remove(path: VaultPath, yieldToEventLoop: Yielder): Promise<void> {
      for (const key of keysOf(notes.get(path))) {
        const rest = yieldToEventLoop();
        if (rest !== undefined) await rest;
        const linking = sources.get(key);
        linking?.delete(path);
        if (linking?.size === 0) sources.delete(key);
      }
      notes.delete(path);
      names.remove(path);
    },
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

/** May return a key twice. */
function* keysOf(note: KeptNoteLinks | undefined): Iterable<string> {
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

/** What a note links to, and which names it gives itself. */
interface KeptNoteLinks {
  /** Its size and time when it was read. */
  look: string;
  aliases: readonly string[];
  links: readonly { kind: 'wiki' | 'markdown' | 'path'; address: string; line: number }[];
}

/** The first line; raised when links are found in another way: what was kept before is then read again. */
const HEADER = '{"version":2}';

/**
 * The links of every note in the user's cache: after a start, only notes that changed since are read. A line for each note,
 * so that others get their turn between them.
 */
function createKeptLinks(file: string | null) {
  return {
    /** Nothing where there is no file, or one of another version; as much as can be read of a damaged one. */
    *load(): Generator<[VaultPath, KeptNoteLinks]> {
      const [header, ...lines] = (file === null ? null : readOrNull(file))?.split('\n') ?? [];
      if (header !== HEADER) return;
      for (const line of lines) {
        const note = parsed(line);
        if (note === null) return;
        yield note;
      }
    },
    async save(notes: ReadonlyMap<VaultPath, KeptNoteLinks>): Promise<void> {
      if (file === null) return;
      const yieldToEventLoop = createYielder();
      const lines = [HEADER];
      for (const note of notes) {
        lines.push(JSON.stringify(note));
        await yieldToEventLoop();
      }
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeWhole(file, lines.join('\n'));
      } catch {
        // A full or read-only disk: the next start reads every note again.
      }
    },
  };
}

function parsed(line: string): [VaultPath, KeptNoteLinks] | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
