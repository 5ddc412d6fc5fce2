import { isMarkdown } from '../../../vault/kinds.js';
import { yamlValue } from '../../../vault/yaml-value.js';
import { type MakeLayout, OF_THE_PROGRAM } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** A Logseq graph of Markdown: pages by their names, properties as frontmatter, references to blocks as their text. */
export const logseq = notesIn('logseq', {
  label: 'Logseq graph',
  detect: (names) => names.includes('logseq') && (names.includes('pages') || names.includes('journals')),
  layout: logseqLayout(),
});

function logseqLayout(): MakeLayout {
  return (files, read) => {
    const blocks = new Map<string, string>();
    for (const file of files.filter(({ name }) => isNote(name))) collectBlocks(read(file) ?? '', blocks);
    return {
      nameOf: (name) => (/^(?:logseq|whiteboards)\//.test(name) ? OF_THE_PROGRAM : nameHere(name)),
      textOf: (name, text) => (isNote(name) ? pageText(text, blocks) : text),
    };
  };
}

function isNote(name: string): boolean {
  return isMarkdown(name) && !name.startsWith('logseq/');
}

/** `a___b.md` is the page `a/b`; `2024_03_03.md` is the journal of that day. */
function nameHere(name: string): string {
  const day = /^journals\/(\d{4})_(\d\d)_(\d\d)\.md$/.exec(name);
  if (day !== null) return `journals/${day[1]}-${day[2]}-${day[3]}.md`;
  if (!/^pages\//.test(name)) return name;
  const path = name
    .replaceAll('___', '/')
    .replaceAll(/%(?:2F|3A|3F|22|2A|3C|3E|7C|25)/gi, decodeURIComponent);
  return path.split('/').every((part) => part !== '' && !part.startsWith('.')) ? path : name;
}

/** The first line of each block that has an id. The id is in a line below it, or above it where the block is code. */
function collectBlocks(text: string, blocks: Map<string, string>): void {
  let block = '';
  let id: string | undefined;
  for (const line of text.split('\n')) {
    const [, bullet, rest = ''] = /^\s*(-\s)?(.*)$/.exec(line) ?? [];
    if (bullet !== undefined) [block, id] = ['', undefined];
    const own = OWN_PROPERTY.exec(rest);
    if (own !== null) id = own[1] ?? id;
    else if (block === '') block = rest.trim();
    if (id !== undefined && block !== '') blocks.set(id, block);
  }
}

const OWN_PROPERTY = /^(?:id:: ([0-9a-f-]{36})|collapsed:: (?:true|false))\s*$/;

function pageText(text: string, blocks: ReadonlyMap<string, string>): string {
  const lines = text.split('\n');
  const fields: string[] = [];
  const aliases: string[] = [];
  const property = () => /^(?:- )?([\w-]{1,60}):: ?(.*)$/.exec(lines[0] ?? '');
  for (let found = property(); found !== null; found = property()) {
    const [key, value] = [found[1]!.toLowerCase(), found[2]!.trim()];
    if (key === 'alias') aliases.push(...listIn(value));
    else fields.push(`${key}: ${key === 'tags' ? `[${listIn(value).join(', ')}]` : yamlValue(value)}`);
    // Links name a page by its title, which may be another than the name of its file.
    if (key === 'title') aliases.push(yamlValue(value));
    lines.shift();
  }
  if (aliases.length > 0) fields.unshift(`aliases: [${aliases.join(', ')}]`);
  const body = withoutOwnProperties(lines)
    .join('\n')
    .replaceAll(REFERENCE, (whole, id: string) => blocks.get(id) ?? whole);
  return fields.length === 0 ? body : `---\n${fields.join('\n')}\n---\n\n${body.trimStart()}`;
}

/** Where the first line of a block is such a property, the bullet goes to the next line. */
function withoutOwnProperties(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let bullet: string | undefined;
  for (const line of lines) {
    const [, indent = '', mark = '', rest = ''] = /^(\s*)(- )?(.*)$/.exec(line) ?? [];
    if (mark !== '') bullet = undefined;
    if (OWN_PROPERTY.test(rest)) {
      if (mark !== '') bullet = indent + mark;
      continue;
    }
    kept.push(bullet === undefined ? line : bullet + rest);
    bullet = undefined;
  }
  return kept;
}

/** Logseq separates the items of a list by commas. */
function listIn(value: string): string[] {
  const items = value.split(',').map((item) => item.trim().replaceAll(/^(?:#|\[\[|#\[\[)|\]\]$/g, ''));
  return items.filter((item) => item !== '').map(yamlValue);
}

const REFERENCE = /(?:\{\{embed )?\(\(([0-9a-f-]{36})\)\)(?:\}\})?/g;
