import { isMarkdown } from '../../../vault/kinds.js';
import { yamlValue } from '../../../vault/yaml-value.js';
import { type MakeLayout, OF_THE_PROGRAM } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** A Logseq graph of Markdown: pages by their names, properties as frontmatter, references to blocks as their text. */
export const logseq = notesIn('logseq', {
  label: 'Logseq graph',
  accepts: 'a Logseq graph',
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

/** The text of each block that has an id, which stands in a line below it. */
function collectBlocks(text: string, blocks: Map<string, string>): void {
  let block = '';
  for (const line of text.split('\n')) {
    const bullet = /^\s*-\s(.*)$/.exec(line);
    if (bullet !== null) block = bullet[1]!.trim();
    const id = /^\s*id:: ([0-9a-f-]{36})\s*$/.exec(line)?.[1];
    if (id !== undefined) blocks.set(id, block);
  }
}

function pageText(text: string, blocks: ReadonlyMap<string, string>): string {
  const lines = text.split('\n');
  const fields: string[] = [];
  const property = () => /^(?:- )?([\w-]{1,60}):: ?(.*)$/.exec(lines[0] ?? '');
  for (let found = property(); found !== null; found = property()) {
    fields.push(fieldOf(found[1]!.toLowerCase(), found[2]!.trim()));
    lines.shift();
  }
  const body = lines
    .filter((line) => !/^\s*(?:id|collapsed):: /.test(line))
    .join('\n')
    .replaceAll(REFERENCE, (whole, id: string) => blocks.get(id) ?? whole);
  return fields.length === 0 ? body : `---\n${fields.join('\n')}\n---\n\n${body.trimStart()}`;
}

/** Aliases and tags are lists, which Logseq separates by commas. */
function fieldOf(key: string, value: string): string {
  if (key !== 'alias' && key !== 'tags') return `${key}: ${yamlValue(value)}`;
  const items = value.split(',').map((item) => item.trim().replaceAll(/^(?:#|\[\[|#\[\[)|\]\]$/g, ''));
  const list = items.filter((item) => item !== '').map(yamlValue);
  return `${key === 'alias' ? 'aliases' : key}: [${list.join(', ')}]`;
}

const REFERENCE = /(?:\{\{embed )?\(\(([0-9a-f-]{36})\)\)(?:\}\})?/g;
