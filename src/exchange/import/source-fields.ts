import {
  bodyOf,
  fieldOf,
  isFilled,
  renameField,
  STAMPED_FIELDS,
  type StampedField,
  splitFrontmatter,
  withoutFields,
} from '../../vault/frontmatter.js';
import { lineEndOf, rawLines } from '../../vault/lines.js';
import { versionOf } from '../../vault/stamp.js';
import { yamlField } from '../../vault/yaml-value.js';
import { SOURCES } from './sources.js';

interface SourceFields {
  kind: string;
  id: string;
  /** The hash of the source at the time of the import. */
  hash: string;
  /** Where it was, if the id does not say it. */
  place?: string | null;
}

/** Adds `source`, `source_id`, `source_hash` and perhaps `source_place` to a text's frontmatter; keeps the user's own `source`. */
export function withSourceFields(text: string, { kind, id, hash, place = null }: SourceFields): string {
  const { head, yaml } = splitFrontmatter(text);
  const end = lineEndOf(text);
  const clean = yaml === null ? null : makeRoom(yaml);
  const own = [
    ...(fieldOf(clean, 'source') === null ? [yamlField('source', kind)] : []),
    yamlField('source_id', id),
    yamlField('source_hash', hash),
    ...(place === null ? [] : [yamlField('source_place', place)]),
  ];
  if (yaml === null || clean === null) return `---${end}${own.join(end)}${end}---${end}${end}${bodyOf(text)}`;
  // A mapping in braces has no lines for fields; such a file is recognised by name and content.
  if (yaml.trimStart().startsWith('{')) return text;
  const lines = own.map((line) => line + end).join('');
  const open = head.slice(0, head.indexOf('\n') + 1);
  const close = head.slice(open.length + yaml.length);
  return (
    open + clean + (clean === '' || clean.endsWith('\n') ? '' : end) + lines + close + text.slice(head.length)
  );
}

/** What an imported file says about its source; null for any other file. */
export function sourceFieldsOf(text: string): { id: string; hash: string; place: string | null } | null {
  const { yaml } = splitFrontmatter(text);
  const id = fieldOf(yaml, 'source_id');
  const [hash, place] = [fieldOf(yaml, 'source_hash') ?? '', fieldOf(yaml, 'source_place')];
  return id === null ? null : { id, hash, place };
}

/** Equal for a text at its source and its imported copy, as long as neither was changed. */
export function contentHash(text: string): string {
  const { head, yaml, body } = splitFrontmatter(text);
  if (yaml === null) return short(versionOf(text));
  // At the source, a field that is `original_…` here had a name that is not compared.
  const originals = [...yaml.matchAll(ORIGINAL)].map(([, key]) => key!);
  const rest = dropSourceFields(withoutFields(yaml, originals));
  const open = head.slice(0, head.indexOf('\n') + 1);
  return short(versionOf(`${open}${rest}${head.slice(open.length + yaml.length)}${body}`));
}

const ORIGINAL = /^((?:original_)+(?:created|updated|tokens|source_id|source_hash|source_place))[ \t]*:/gm;

function short(hash: string): string {
  return hash.slice(0, 16);
}

/** Keeps a value that stamping would overwrite (`created: 03/04/2024`, a list, a word) under `original_created`. */
export function keepOriginals(text: string, stamps: Record<StampedField, string>): string {
  const { head, yaml } = splitFrontmatter(text);
  if (yaml === null) return text;
  let kept = yaml;
  for (const key of STAMPED_FIELDS) {
    const value = fieldOf(yaml, key);
    const isHeld = value !== null && stamps[key].startsWith(value.replace(' ', 'T'));
    if (!isHeld && isFilled(yaml, key)) kept = renameField(kept, key, originalName(kept, key));
  }
  const open = head.indexOf('\n') + 1;
  return text.slice(0, open) + kept + text.slice(open + yaml.length);
}

/** Drops the fields of an earlier import, recognised by our hash; a note's own fields with these names stay. */
function makeRoom(yaml: string): string {
  if (/^[0-9a-f]{16}$/.test(fieldOf(yaml, 'source_hash') ?? '')) return dropSourceFields(yaml);
  return OWN_FIELDS.reduce((room, key) => renameField(room, key, originalName(yaml, key)), yaml);
}

function originalName(yaml: string, key: string): string {
  const name = `original_${key}`;
  return withoutFields(yaml, [name]) === yaml ? name : originalName(yaml, name);
}

const OWN_LINES = new Set(SOURCES.flatMap(({ names }) => names.map((name) => yamlField('source', name))));

const OWN_FIELDS = ['source_id', 'source_hash', 'source_place'];

function dropSourceFields(yaml: string): string {
  return rawLines(withoutFields(yaml, OWN_FIELDS))
    .filter(({ text }) => !OWN_LINES.has(text))
    .map(({ text, end }) => text + end)
    .join('');
}
