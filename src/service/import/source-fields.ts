import { bodyOf, fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { lineEndOf, rawLines } from '../../vault/lines.js';
import { versionOf } from '../../vault/stamp.js';
import { yamlField } from '../../vault/yaml-value.js';
import { SOURCE_KINDS, type SourceKind } from './item.js';

export interface SourceFields {
  kind: SourceKind;
  id: string;
  /** What the source said when it was imported. */
  hash: string;
}

/** Adds `source`, `source_id` and `source_hash` to a text's frontmatter; keys of its own by the first name stay. */
export function withSourceFields(text: string, { kind, id, hash }: SourceFields): string {
  const { head, yaml } = splitFrontmatter(text);
  const end = lineEndOf(text);
  const own = [
    ...(fieldOf(yaml, 'source') === null ? [yamlField('source', kind)] : []),
    yamlField('source_id', id),
    yamlField('source_hash', hash),
  ];
  if (yaml === null) return `---${end}${own.join(end)}${end}---${end}${end}${bodyOf(text)}`;
  // A mapping in braces takes no lines; such a file is known by its name and content.
  if (yaml.trimStart().startsWith('{')) return text;
  const lines = own.map((line) => line + end).join('');
  const clean = dropSourceFields(yaml);
  const open = head.slice(0, head.indexOf('\n') + 1);
  const close = head.slice(open.length + yaml.length);
  return (
    open + clean + (clean === '' || clean.endsWith('\n') ? '' : end) + lines + close + text.slice(head.length)
  );
}

/** What an imported file says of its source; null for every other file. */
export function sourceFieldsOf(text: string): { id: string; hash: string } | null {
  const { yaml } = splitFrontmatter(text);
  const id = fieldOf(yaml, 'source_id');
  return id === null ? null : { id, hash: fieldOf(yaml, 'source_hash') ?? '' };
}

/** The same for a text at its source and for what an import made of it, as long as nobody changed either. */
export function contentHash(text: string): string {
  const { head, yaml, body } = splitFrontmatter(text);
  if (yaml === null) return short(versionOf(text));
  const rest = dropSourceFields(yaml);
  const open = head.slice(0, head.indexOf('\n') + 1);
  return short(versionOf(`${open}${rest}${head.slice(open.length + yaml.length)}${body}`));
}

function short(hash: string): string {
  return hash.slice(0, 16);
}

const OWN_LINES = new Set(SOURCE_KINDS.map((kind) => yamlField('source', kind)));

function dropSourceFields(yaml: string): string {
  return rawLines(yaml)
    .filter(({ text }) => !/^source_(?:id|hash):/.test(text) && !OWN_LINES.has(text))
    .map(({ text, end }) => text + end)
    .join('');
}
