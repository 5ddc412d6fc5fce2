import { dayOf } from '../../../search/text/dates.js';
import { isMarkdown, kindOf } from '../../../vault/kinds.js';
import { lastKey } from '../../../vault/links/note-names.js';
import { resolveLink } from '../../../vault/links/resolve-link.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Check, Examined } from '../check.js';
import type { Found } from '../finding.js';

/** A folder whose notes are found by links: it has this many, and others link to this share of them. */
const FEWEST_NOTES = 10;
const LINKED_SHARE = 0.8;

/**
 * Notes that neither link to another nor are linked to, in a folder where nearly all others are: there a note without a
 * link is lost. Where notes are not linked, that says nothing.
 */
export const findOrphans: Check = async (examined) => {
  const linked = await linkedNotes(examined);
  const folders = new Map<string, VaultPath[]>();
  for (const path of examined.links.paths()) {
    if (!isLinkable(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders.values()].flatMap((notes) => {
    const lost = notes.filter((path) => !linked.has(path));
    const isLinkedFolder =
      notes.length >= FEWEST_NOTES && notes.length - lost.length >= LINKED_SHARE * notes.length;
    return isLinkedFolder ? lost.map((path) => describe(path, examined)) : [];
  });
};

/** The notes at either end of a link. */
async function linkedNotes({ links, yieldToEventLoop }: Examined): Promise<Set<VaultPath>> {
  const linked = new Set<VaultPath>();
  for (const note of links.paths()) {
    for (const link of links.linksOf(note)) {
      await yieldToEventLoop();
      const target = resolveLink(link, note, links.names);
      if (target === null || target === note) continue;
      linked.add(target);
      linked.add(note);
    }
  }
  return linked;
}

/** Days are found by their date, and the pages that begin a folder by their place. */
function isLinkable(path: VaultPath): boolean {
  if (!isMarkdown(path) || kindOf(path) !== 'other') return false;
  return dayOf(path) === null && !['readme', 'index', 'home'].includes(lastKey(path));
}

function describe(path: VaultPath, { linesOf }: Examined): Found {
  const lines = linesOf(path);
  const line = lines.findIndex((text) => /^#{1,6} \S/.test(text)) + 1 || 1;
  return {
    kind: 'link',
    says: 'No note links to this one, and it links to none; the others in its folder are linked. Link to it from where it belongs.',
    places: [{ path, line, text: lines[line - 1] ?? '' }],
    about: [path],
  };
}
