import { posix } from 'node:path';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import { yamlValue } from '../../../vault/yaml-value.js';
import { parseCsv } from '../csv.js';
import { type MakeLayout, withLinkTargets } from '../notes/layout.js';
import type { FoundFile } from '../notes/walk-folder.js';
import { notesIn } from './folder.js';

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

type Read = (file: FoundFile) => string | null;

/**
 * The databases of a Notion export. Each is a table (`Tasks 0123….csv`, and with all its rows `Tasks 0123…_all.csv`)
 * and a folder with a page for each row. `names` are the names of all files here.
 */
function createDatabases(files: readonly FoundFile[], names: ReadonlyMap<string, string>, read: Read) {
  const given = new Map(files.map((file) => [file.name, file]));
  const here = new Set([...names.values()].map((name) => name.replace(/\.html?$/i, '.md').toLowerCase()));
  const tables = [...given.keys()].filter((name) => TABLE.test(name));
  const isRepeated = (name: string) => TABLE.test(name) && given.has(name.replace(/\.csv$/i, '_all.csv'));
  const notes = new Map<string, string>();
  const folders = new Set<string>();
  for (const table of tables) {
    for (const folder of foldersOf(table)) folders.add(folder);
    const note = (names.get(table) ?? '').replace(/\.csv$/i, '.md');
    // In an export as HTML, the database has a page of its own.
    if (note !== '' && !here.has(note.toLowerCase())) notes.set(table, note);
  }

  /** Pages of rows by their titles. Several rows may have the same. */
  function pagesOf(table: string): Map<string, { name: string; text: string }[]> {
    const inside = foldersOf(table);
    const pages = new Map<string, { name: string; text: string }[]>();
    for (const [name, file] of given) {
      if (!inside.includes(posix.dirname(name)) || !/\.md$/i.test(name)) continue;
      const text = read(file) ?? '';
      const title = /^# (.*)$/m.exec(text)?.[1]?.trim() ?? '';
      pages.set(title, [...(pages.get(title) ?? []), { name, text }]);
    }
    return pages;
  }

  /** `relations` makes links of the relations in a text, as seen from the place of a file. */
  function noteOf(table: string, relations: (text: string, name: string) => string) {
    const name = isRepeated(table) ? undefined : notes.get(table);
    const [head, ...rows] = name === undefined ? [] : parseCsv(read(given.get(table)!) ?? '');
    if (name === undefined || head === undefined) return undefined;
    const pages = pagesOf(table);
    const lines = rows.map((row) => {
      const page = takePage(pages.get(row[0]!.trim()) ?? [], head, row);
      const cells = head.map((_, at) => cellText(relations(row[at] ?? '', table)));
      if (page === undefined) return cells;
      const address = posix.relative(posix.dirname(name), names.get(page)!);
      return [`[${cells[0]!.replaceAll(/[[\]]/g, '\\$&')}](<${address}>)`, ...cells.slice(1)];
    });
    const all = [head.map(cellText), head.map(() => '---'), ...lines];
    const body = all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    return { name, text: `# ${posix.basename(name, '.md')}\n\n${body}\n` };
  }

  return {
    /** True for the part of a table that a view shows, if the whole table is there too. */
    isRepeated,
    /** The note of the database whose table is at a path. */
    noteAt: (path: string) => notes.get(isRepeated(path) ? path.replace(/\.csv$/i, '_all.csv') : path),
    noteOf,
    /** The page of a row, with its tags as those of the note. Its other properties are lines below the title. */
    withTags(name: string, text: string): string {
      if (!folders.has(posix.dirname(name))) return text;
      const properties = text.split('\n\n', 2)[1] ?? '';
      // In an export as HTML they are a table.
      const tags = /^(?:\| )?(?:Tags?|Étiquettes?)(?:: | \| )([^|\n]+?)(?: \|)?$/m.exec(properties)?.[1];
      if (tags === undefined) return text;
      return `---\ntags: [${tags.split(', ').map(yamlValue).join(', ')}]\n---\n\n${text}`;
    },
  };
}

const TABLE = / [0-9a-f]{32}(?:_all)?\.csv$/i;

/** Newer exports leave the id out of the names of folders. */
function foldersOf(table: string): string[] {
  const folder = table.replace(/(?:_all)?\.csv$/i, '');
  return [folder, folder.replace(/ [0-9a-f]{32}$/i, '')];
}

/** The page whose lines repeat most of the row; the next row with the same title gets another one. */
function takePage(
  pages: { name: string; text: string }[],
  head: string[],
  row: string[],
): string | undefined {
  const scores = pages.map(
    ({ text }) => head.filter((key, at) => text.includes(`\n${key}: ${row[at]}\n`)).length,
  );
  const [page] = pages.splice(scores.indexOf(Math.max(...scores)), 1);
  return page?.name;
}

function cellText(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
