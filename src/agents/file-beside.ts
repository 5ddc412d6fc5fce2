import { firstBodyLine, splitFrontmatter } from '../vault/frontmatter.js';
import { findHeadings } from '../vault/headings.js';
import { kindOf } from '../vault/kinds.js';
import { lineEndOf, shownLines } from '../vault/lines.js';
import { projectOf, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { bucketOf, changelogOf, filedTitle, linkLines } from './clerk/entries.js';
import { fileImages, fileInBucket, log, type Material } from './clerk/filing.js';
import type { RunChanges } from './watch-run.js';

/** Files what a run left out beside what it wrote: in the bucket of the project it wrote to, else in that of the vault. Images are named after `about`. */
export function fileBeside(
  vault: Vault,
  changes: RunChanges,
  material: Material,
  about: string,
): VaultPath[] {
  const [project = null] = changes.places.flatMap((path) => projectOf(path) ?? []);
  const bucket = bucketOf(project);
  if (material.text !== '') return fileInBucket(vault, bucket, material);
  return fileImages(vault, bucket, { ...material, text: about });
}

/** Links to new raw material and images that nothing the run wrote speaks of, from the entry that it logged. */
export function linkFiled(vault: Vault, changes: RunChanges, language: Language): void {
  const texts = [...changes.texts];
  const isNamed = (path: VaultPath) =>
    texts.some(([other, { after }]) => other !== path && names(after, nameOf(path)));
  const filed = [
    ...texts
      .filter(([path, { before }]) => before === null && kindOf(path) === 'bucket')
      .map(([path]) => path),
    ...changes.created.keys(),
  ].filter((path) => kindOf(path) !== 'inbox' && !isNamed(path));
  for (const project of new Set(filed.map((path) => projectOf(path)))) {
    const links = linkLines(filed.filter((path) => projectOf(path) === project));
    const changelog = changelogOf(project);
    const before = changes.texts.get(changelog)?.before;
    let isLinked = false;
    if (before !== undefined)
      vault.save(vault.locate(changelog), (current) => {
        const linked = withLinks(current ?? '', before ?? '', links);
        isLinked = linked !== null;
        return linked ?? current ?? '';
      });
    if (!isLinked) log(vault, changelog, filedTitle(nameOf(filed[0]!), language), links);
  }
}

/** The text with links at the end of the first entry that is not in `before`; null if there is none. */
function withLinks(text: string, before: string, links: readonly string[]): string | null {
  const lines = shownLines(text);
  const known = new Set(shownLines(splitFrontmatter(before).body));
  const headings = findHeadings(lines, firstBodyLine(text)).filter(({ level }) => level <= 2);
  const at = headings.findIndex(({ level, line }) => level === 2 && !known.has(lines[line - 1]!));
  if (at === -1) return null;
  let last = (headings[at + 1]?.line ?? lines.length + 1) - 1;
  while (lines[last - 1]!.trim() === '') last--;
  const end = lineEndOf(text);
  const all = text.split(end);
  all.splice(last, 0, ...links);
  return all.join(end);
}

/** With its ending, or without, as in `[[2025-07-14-mail]]`. */
function names(text: string, name: string): boolean {
  return text.includes(name) || text.includes(`[[${name.replace(/\.[^.]+$/, '')}]]`);
}

function nameOf(path: VaultPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
