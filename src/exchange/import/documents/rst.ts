import { createCount } from '../item.js';
import { writtenDate } from '../source-date.js';
import { textOf } from './charset.js';
import { type Document, type DocumentJob, documentWith, stemOf, underTitle } from './document.js';
import { isBeside, linkAfterImport } from './links.js';
import { markdownOf } from './markdown.js';
import { rstBlocks } from './rst-blocks.js';
import { root } from './tree.js';

/** A document of Sphinx or Docutils. */
export function read({ bytes, name, place }: DocumentJob): Document {
  const lines = textOf(bytes).replaceAll('\t', '        ').split('\n');
  const shown = new Set<string>();
  const count = createCount();
  const context = {
    levels: [],
    targets: targetsIn(lines),
    substitutions: substitutionsIn(lines),
    link: (url: string) => linkAfterImport(url, place),
    /** `guide/start` names a file without its ending, from this folder or, with a slash, from that of the manual. */
    documentLink(given: string) {
      const path = given.replace(/^\//, '').replace(/\.(?:rst|txt)$/i, '');
      return place !== null && isBeside(`${path}.rst`, place) ? `${path}.md` : null;
    },
    image(url: string) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) shown.add(url);
      return url;
    },
    leaveOut: count.add,
  };
  const markdown = markdownOf(root(rstBlocks(lines, context)));
  const field = (key: string) => fieldIn(lines, key);
  const author = field('author');
  return documentWith({
    text: underTitle(stemOf(name), markdown),
    fields: author === '' ? {} : { author },
    created: writtenDate(field('date') || null),
    shown: [...shown],
    leftOut: count.all,
  });
}

/** `.. _name: address`; an address may be another name. */
function targetsIn(lines: readonly string[]): Map<string, string> {
  const targets = new Map<string, string>();
  for (const line of lines) {
    const [, quoted, plain, url = ''] =
      /^\s*\.\. _(?:`([^`]{1,200})`|([^:`]{1,200})):\s*(\S*)\s*$/.exec(line) ?? [];
    const name = quoted ?? plain;
    if (name !== undefined) targets.set(name.trim().toLowerCase(), url);
  }
  for (const [name, url] of targets) {
    const other = url.endsWith('_') ? targets.get(url.slice(0, -1).toLowerCase()) : undefined;
    if (other !== undefined) targets.set(name, other);
  }
  return targets;
}

/** `.. |name| replace:: text`. */
function substitutionsIn(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^\s*\.\. \|([^|]{1,100})\| (?:replace|unicode)::\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) found.set(name.trim().toLowerCase(), value!.trim());
  }
  return found;
}

/** What the document says about itself, below its title. */
function fieldIn(lines: readonly string[], key: string): string {
  const line = lines.slice(0, 40).find((text) => text.toLowerCase().startsWith(`:${key}:`));
  return line === undefined ? '' : line.slice(key.length + 2).trim();
}
