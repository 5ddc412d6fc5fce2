import { fold } from '../../../shared/fold.js';
import { hasImageName, isMarkdown, kindOf } from '../../../vault/kinds.js';
import { lastKey } from '../../../vault/links/note-names.js';
import { pathOfLink, resolveLink } from '../../../vault/links/resolve-link.js';
import { showPath, type VaultPath } from '../../../vault/paths.js';
import { tryLocate } from '../../../vault/resolve.js';
import type { Check, Examined } from '../check.js';
import type { RawFinding } from '../finding.js';

interface BrokenLink {
  /** The file it names, which is not there. */
  target: VaultPath;
  note: VaultPath;
  line: number;
  address: string;
}

/** Links to files that are not there, one finding for all links to the same file. */
export const findBrokenLinks: Check = async (examined) => {
  const { links, yieldToEventLoop } = examined;
  const broken = new Map<VaultPath, BrokenLink[]>();
  for (const note of links.paths()) {
    await yieldToEventLoop();
    if (kindOf(note) === 'inbox' || isTemplate(note)) continue;
    let count = 0;
    for (const link of links.linksOf(note)) {
      await yieldToEventLoop();
      const target = missingTarget(link, note, examined);
      if (target === null) continue;
      // A note with more is a list made by a program.
      if (++count > MOST_IN_A_NOTE) break;
      const { line, address } = link;
      const known = broken.get(target);
      if (known === undefined) broken.set(target, [{ target, note, line, address }]);
      else known.push({ target, note, line, address });
    }
  }
  const namesakes = namesakesIn(links.paths());
  return [...broken.values()].flatMap((all) => describe(all, examined, namesakes));
};

const MOST_IN_A_NOTE = 50;

function isTemplate(path: VaultPath): boolean {
  return /(?:^|\/)(?:templates?|mod[eè]les?)\//i.test(path);
}

/** The file that a link names and that is not there; null for a link that is fine, or not ours to judge. */
function missingTarget(link: NoteLink, note: VaultPath, { links, vault }: Examined): VaultPath | null {
  const { address, kind } = link;
  if (PLACEHOLDER.test(address) || resolveLink(link, note, links.names) !== null) return null;
  const target = kind === 'wiki' ? missingNote(address) : pathOfLink(link, note);
  // Out of the vault, or to a hidden file.
  if (target === null || target === '' || /(?:^|\/)\./.test(target)) return null;
  if (kind !== 'wiki' && !/\.\w{2,5}$|\/$/.test(address)) return null;
  // An empty folder holds no file that a link could be resolved to.
  return tryLocate(vault.root, target as VaultPath)?.kind === 'missing' ? (target as VaultPath) : null;
}

type NoteLink = ReturnType<Examined['links']['linksOf']>[number];

/** `{{title}}`, `projects/*`, `…`: to be filled in; `[[1, 2]]`, `[['id']]`: code; a day may have no note. */
const PLACEHOLDER = /[{}<>*…$"=]|\.\.\.|^'|^[^\p{L}]*$/u;

/** Where `[[name]]` would be: a name without a folder may be anywhere. */
function missingNote(address: string): string | null {
  const name = address.replace(/^(?:\/|vault\/)/, '').trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) return null;
  return /\.\w{2,5}$/.test(name) ? name : `${name}.md`;
}

/** Every file by the letters and digits of its name. */
function namesakesIn(paths: Iterable<VaultPath>): Map<string, VaultPath[]> {
  const found = new Map<string, VaultPath[]>();
  for (const path of paths) {
    const key = plainName(path);
    const known = found.get(key);
    if (known === undefined) found.set(key, [path]);
    else known.push(path);
  }
  return found;
}

/** `My Note.md` and `my-note.md` are alike. */
function plainName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = isMarkdown(name) ? '' : (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '');
  return fold(name.replace(/\.\w+$/, '')).replaceAll(/[^\p{L}\p{N}]/gu, '') + ending;
}

function describe(
  all: readonly BrokenLink[],
  { linesOf }: Examined,
  namesakes: ReadonlyMap<string, readonly VaultPath[]>,
): RawFinding[] {
  const { target, address } = all[0]!;
  const name = plainName(target);
  const candidates = name.replace(/\..*$/, '').length < SHORTEST_NAME ? [] : (namesakes.get(name) ?? []);
  const to = candidates.length === 1 && isTelling(candidates[0]!) ? candidates[0]! : null;
  // A changelog tells what happened: what it names may be gone.
  const links = to === null ? all.filter(({ note }) => kindOf(note) !== 'changelog') : all;
  if (links.length === 0) return [];
  const notes = [...new Set(links.map(({ note }) => note))];
  const what = hasImageName(target) ? 'image' : 'file';
  const says =
    to !== null
      ? `"${address}" leads to no ${what}; the only one of that name is ${showPath(to)}.`
      : `"${address}" leads to no ${what}. Create it, or correct the link.`;
  return [
    {
      kind: 'link',
      says,
      places: links.map(({ note, line }) => ({ path: note, line, text: linesOf(note)[line - 1] ?? '' })),
      about: [target, ...notes],
      ...(to !== null && { remedy: { does: 'retarget', from: target, to, notes } }),
    },
  ];
}

const SHORTEST_NAME = 3;

/** Every project has files of these names: one of them is found by chance. */
function isTelling(path: VaultPath): boolean {
  return !['state', 'description', 'tasks', 'changelog', 'readme', 'index'].includes(lastKey(path));
}
