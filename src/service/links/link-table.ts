import type { createYielder } from '../../shared/yield-to-event-loop.js';
import { createNoteNames, lastKey, nameKey } from '../../vault/links/note-names.js';
import { resolveLink } from '../../vault/links/resolve-link.js';
import type { VaultPath } from '../../vault/paths.js';
import type { KeptNoteLinks } from './kept-links.js';

export type Yielder = ReturnType<typeof createYielder>;

/**
 * The links of every note, in both directions. They are stored by the last part of their target, so that a lookup reads few of them.
 * A note may hold thousands: changes yield to other work.
 */
export function createLinkTable() {
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
