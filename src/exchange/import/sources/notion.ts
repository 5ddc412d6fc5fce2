import { posix } from 'node:path';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import { type MakeLayout, withLinkTargets } from '../notes/layout.js';
import type { FoundFile } from '../notes/walk-folder.js';
import { notesIn } from './folder.js';
import { createDatabases } from './notion-databases.js';

/** A Notion export as Markdown or HTML: names without their ids, links that follow, databases as tables. */
export const notion = notesIn('notion', {
  label: 'Notion export',
  // Every archive of Notion has a name of its own: pages are known by their ids, and files must stay beside them.
  title: () => 'notion',
  detect: (_, below) => below().some((name) => ID.test(posix.basename(name))),
  layout: notionLayout(),
});

/** Notion ends the name of every page, database and folder with an id: `Plan 0123456789abcdef0123456789abcdef.md`. */
const ID = /^.{0,300} ([0-9a-f]{32})(?:_all)?(?:\.(?:md|html?|csv))?$/i;

function notionLayout(): MakeLayout {
  return (files, read) => {
    const names = cleanNames(files);
    const databases = createDatabases(files, names, read);
    const pages = new Map(files.map(({ name }) => [ID.exec(posix.basename(name))?.[1]?.toLowerCase(), name]));
    // A page in HTML becomes a note, and links to it end in `.md` by now; a database is shown by its note.
    const noteAt = (path: string) =>
      databases.noteAt(path) ??
      names.get(path) ??
      names.get(path.replace(/\.md$/, '.html'))?.replace(/\.html$/, '.md');

    /** The address here of what a note names, relative to that note; null if it is not in the export. */
    function addressFrom(name: string, target: string): string | null {
      const [path = '', anchor] = target.split('#');
      const id = OWN_ADDRESS.test(path) ? /[0-9a-f]{32}(?=\?|$)/.exec(path)?.[0] : undefined;
      const wanted = id === undefined ? posix.join(posix.dirname(name), path) : pages.get(id);
      const found = wanted === undefined ? undefined : noteAt(wanted);
      if (found === undefined) return null;
      const here = posix.dirname(names.get(name) ?? name);
      return posix.relative(here, found) + (anchor === undefined ? '' : `#${anchor}`);
    }

    /** A relation is a name with an address after it: `Roof (Tasks/Roof%200123….md)`. */
    function withRelations(name: string, text: string): string {
      return text.replaceAll(RELATION, (whole, before: string, label: string, target: string) => {
        const address = addressFrom(name, decodedAddress(target));
        return address === null ? whole : `${before}[${label}](<${address}>)`;
      });
    }

    return {
      // The page of a database has the id of its table.
      idOf(name) {
        const id = ID.exec(posix.basename(name))?.[1]?.toLowerCase();
        return id === undefined ? undefined : `notion:${id}${/\.csv$/i.test(name) ? ':table' : ''}`;
      },
      nameOf: (name) => (databases.isRepeated(name) ? REPEATED : (names.get(name) ?? name)),
      textOf(name, text) {
        const linked = withLinkTargets(text, (target) => addressFrom(name, target), OWN_ADDRESS);
        return databases.withTags(name, withRelations(name, linked));
      },
      noteOf: (name) => databases.noteOf(name, (text, table) => withRelations(table, text)),
    };
  };
}

/** How a page mentions another one: `https://www.notion.so/Roof-0123…?pvs=21`. */
const OWN_ADDRESS = /^https:\/\/(?:www\.)?notion\.so\//;
const REPEATED = { skipped: 'its rows are in the complete table of the same database' };
const RELATION = /(^|: |, |\| )([^\s,|:()[\]][^,|:()[\]\n]{0,200}) \(([^\s()]{32,1500})\)/gm;

/** By the name of each file, its name here: without ids, unless two would be the same. */
function cleanNames(files: readonly FoundFile[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const given = new Set(files.map(({ name }) => name));
  for (const { name } of files) {
    // The complete table takes the place of the one that a view shows.
    if (/\.csv$/i.test(name) && given.has(name.replace(/\.csv$/i, '_all.csv'))) continue;
    const clean = name.split('/').map(withoutId).join('/');
    const unique = taken.has(clean.toLowerCase()) ? name : clean;
    taken.add(unique.toLowerCase());
    names.set(name, unique);
  }
  return names;
}

function withoutId(segment: string): string {
  return segment.replace(/ [0-9a-f]{32}(?:_all)?(?=(?:\.[a-z]{2,5})?$)/i, '');
}
