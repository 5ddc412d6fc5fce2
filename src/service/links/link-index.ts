import { createYielder } from '../../shared/yield-to-event-loop.js';
import { quickText } from '../../vault/files.js';
import { fieldValues, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { linksIn } from '../../vault/links/find-links.js';
import type { VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import { lookOf, scanLooks } from '../job/visit-entries.js';
import { createKeptLinks, type KeptNoteLinks } from './kept-links.js';
import { createLinkTable, type Yielder } from './link-table.js';

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
