import { posix } from 'node:path';
import { type MakeLayout, withLinkTargets } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** A Notion export as Markdown or HTML: names without their ids, links that follow. Databases stay CSV files. */
export const notion = notesIn('notion', {
  label: 'Notion export',
  accepts: 'a Notion export (.zip)',
  detect: (names) => names.some((name) => ID.test(name)),
  layout: notionLayout(),
});

/** Notion ends the name of every page, database and folder with an id: `Plan 0123456789abcdef0123456789abcdef.md`. */
const ID = /^[^/]{0,300} [0-9a-f]{32}(?:_all)?(?:\.(?:md|html?|csv))?(?=\/|$)/i;

function notionLayout(): MakeLayout {
  return (files) => {
    const names = new Map<string, string>();
    const taken = new Set<string>();
    for (const { name } of files) {
      const clean = name.split('/').map(withoutId).join('/');
      const unique = taken.has(clean.toLowerCase()) ? name : clean;
      taken.add(unique.toLowerCase());
      names.set(name, unique);
    }
    // A page in HTML becomes a note, and links to it end in `.md` by now.
    const noteAt = (path: string) =>
      names.get(path) ?? names.get(path.replace(/\.md$/, '.html'))?.replace(/\.html$/, '.md');
    return {
      nameOf: (name) => names.get(name) ?? name,
      textOf: (name, text) =>
        withLinkTargets(text, (target) => {
          const [path = '', anchor] = target.split('#');
          const found = noteAt(posix.join(posix.dirname(name), path));
          if (found === undefined) return null;
          const here = posix.dirname(names.get(name) ?? name);
          return posix.relative(here, found) + (anchor === undefined ? '' : `#${anchor}`);
        }),
    };
  };
}

function withoutId(segment: string): string {
  return segment.replace(/ [0-9a-f]{32}(?=(?:_all)?(?:\.[a-z]{2,5})?$)/i, '');
}
