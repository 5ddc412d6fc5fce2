import { BOM, lineEndOf, type RawLine, rawLines, shownLines } from './lines.js';
import { yamlField, yamlText, yamlValue } from './yaml-value.js';

/** The three fields that Rappel keeps, in the order in which a file without any gets them. */
export const STAMPED_FIELDS = ['created', 'updated', 'tokens'] as const;
export type StampedField = (typeof STAMPED_FIELDS)[number];

interface Frontmatter {
  /** Everything above the body: byte order mark, fences and fields. Empty if there is no frontmatter. */
  head: string;
  /** The lines between the fences, with their ends; null if there is no frontmatter. */
  yaml: string | null;
  /** The text below. `head + body` is the file. */
  body: string;
}

/** Splits a file at its frontmatter. Also works on broken YAML; never throws. */
export function splitFrontmatter(text: string): Frontmatter {
  const bounds = frontmatterBounds(text);
  if (bounds === null) return { head: '', yaml: null, body: text };
  return {
    head: text.slice(0, bounds.body),
    yaml: text.slice(bounds.yaml, bounds.close),
    body: text.slice(bounds.body),
  };
}

/** The text below the frontmatter, without a byte order mark. */
export function bodyOf(text: string): string {
  const { body } = splitFrontmatter(text);
  return body.startsWith(BOM) ? body.slice(1) : body;
}

/** The number of the first line below the frontmatter and the empty lines after it. */
export function firstBodyLine(text: string): number {
  const lines = shownLines(text);
  let first = shownLines(splitFrontmatter(text).head).length;
  while (first > 0 && lines[first] === '') first++;
  return first + 1;
}

/** Whether the frontmatter holds nothing but the fields that Rappel keeps. */
export function hasStampsAlone(text: string): boolean {
  const { yaml } = splitFrontmatter(text);
  const isStamp = (line: string) => STAMPED_FIELDS.some((field) => line.startsWith(`${field}:`));
  return yaml !== null && shownLines(yaml).every(isStamp);
}

/** The value of a simple top-level field, without quotes and comment; null if it is missing or empty. */
export function fieldOf(yaml: string | null, key: string): string | null {
  if (yaml === null) return null;
  const field = findField(rawLines(yaml), key);
  return field === null ? null : yamlText(field.value) || null;
}

/** The values of a field that may hold several: `a`, `[a, b]`, or one on each line below it (`- a`). */
export function fieldValues(yaml: string | null, key: string): string[] {
  if (yaml === null) return [];
  const lines = rawLines(yaml);
  const field = findField(lines, key);
  if (field === null) return [];
  const flow = /^\[(.*)\]$/.exec(field.value);
  if (flow !== null) return valuesOf(flow[1]!.match(FLOW_ITEM) ?? []);
  if (field.value !== '') return valuesOf([field.value]);
  const items: string[] = [];
  for (const { text } of lines.slice(field.index + 1)) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(text)?.[1];
    if (item === undefined) break;
    items.push(splitComment(item).value);
  }
  return valuesOf(items);
}

function valuesOf(items: readonly string[]): string[] {
  return items.map((item) => yamlText(item.trim())).filter((text) => text !== '');
}

const FLOW_ITEM = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g;

type Stamps = Partial<Record<StampedField, string>>;

/**
 * Sets fields: replaces values in place, adds missing fields, keeps every other byte. A file without frontmatter
 * gets one, followed by an empty line. Frontmatter that is not a plain list of keys gets no new fields.
 */
export function setFields(text: string, stamps: Stamps): string {
  const { head, yaml, body } = splitFrontmatter(text);
  if (yaml === null) return newHead(text, stamps) + (text.startsWith(BOM) ? text.slice(1) : text);

  const lines = rawLines(yaml);
  const end = lineEndOf(head);
  for (const key of STAMPED_FIELDS) {
    if (stamps[key] !== undefined) setField(lines, key, stamps[key], end);
  }
  const open = head.slice(0, head.indexOf('\n') + 1);
  const close = head.slice(open.length + yaml.length);
  return open + lines.map((line) => line.text + line.end).join('') + close + body;
}

/** The user's frontmatter: everything but the three stamped fields. */
export function foreignFields(yaml: string): string {
  return withoutFields(yaml, STAMPED_FIELDS);
}

export function withoutFields(yaml: string, keys: readonly string[]): string {
  const lines = rawLines(yaml);
  for (const key of keys) {
    const field = findField(lines, key);
    if (field !== null) lines.splice(field.index, field.count);
  }
  return lines.map((line) => line.text + line.end).join('');
}

/** True if a field has a value, on its own line or below it. */
export function isFilled(yaml: string, key: string): boolean {
  const lines = rawLines(yaml);
  const field = findField(lines, key);
  if (field === null) return false;
  const below = lines[field.index + field.count]?.text ?? '';
  return field.value !== '' || field.count > 1 || /^-(?: |$)/.test(below);
}

/** Renames a field; its value stays as it is, however many lines it has. */
export function renameField(yaml: string, key: string, name: string): string {
  const lines = rawLines(yaml);
  const field = findField(lines, key);
  if (field === null) return yaml;
  const line = lines[field.index]!;
  lines[field.index] = { ...line, text: name + line.text.slice(field.name.trimEnd().length) };
  return lines.map(({ text, end }) => text + end).join('');
}

function newHead(text: string, stamps: Stamps): string {
  const fields = STAMPED_FIELDS.flatMap((key) =>
    stamps[key] === undefined ? [] : [yamlField(key, stamps[key])],
  );
  return (text.startsWith(BOM) ? BOM : '') + ['---', ...fields, '---', '', ''].join(lineEndOf(text));
}

function setField(lines: RawLine[], key: StampedField, value: string, end: string): void {
  const field = findField(lines, key);
  if (field !== null) {
    // A comment needs a space before it, even without a value.
    const comment = field.comment.startsWith('#') ? ` ${field.comment}` : field.comment;
    const text = `${field.name}:${field.space || ' '}${yamlValue(value)}${comment}`;
    lines.splice(field.index, field.count, { text, end: lines[field.index]!.end });
    return;
  }
  if (!isPlainKeyList(lines)) return;
  const earlier = STAMPED_FIELDS.slice(0, STAMPED_FIELDS.indexOf(key)).reverse();
  const neighbour = earlier.map((name) => findField(lines, name)).find((found) => found !== null);
  const at = neighbour ? neighbour.index + neighbour.count : 0;
  lines.splice(at, 0, { text: yamlField(key, value), end });
}

interface Field {
  index: number;
  /** How many lines the field takes: a value may continue on indented lines. */
  count: number;
  name: string;
  space: string;
  value: string;
  comment: string;
}

/** A key of a block mapping starts in the first column; everything that belongs to a key is indented. */
function findField(lines: readonly RawLine[], key: string): Field | null {
  for (let index = 0; index < lines.length; index++) {
    if (!lines[index]!.text.includes(key)) continue;
    const name = fieldStart(key).exec(lines[index]!.text)?.[0];
    if (name === undefined) continue;
    const rest = lines[index]!.text.slice(name.length + 1);
    const space = /^[ \t]*/.exec(rest)![0];
    const { value, comment } = splitComment(rest.slice(space.length));
    let count = 1;
    // An indented line after a complete value belongs to the user, even if it is broken.
    if (GOES_ON.test(value)) while (/^[ \t]+[^ \t#]/.test(lines[index + count]?.text ?? '')) count++;
    return { index, count, name, space, value, comment };
  }
  return null;
}

const starts = new Map<string, RegExp>();

/** Cached, because a tree reads the same field of ten thousand files. */
function fieldStart(key: string): RegExp {
  const known = starts.get(key);
  if (known !== undefined) return known;
  const start = new RegExp(`^(?:"${key}"|'${key}'|${key})[ \\t]*(?=:(?:[ \\t]|$))`);
  starts.set(key, start);
  return start;
}

/** Nothing yet, a block (`|`, `>`), or an open quote. */
const GOES_ON = /^(?:$|[|>]|(["'])(?!.*\1$))/;

function splitComment(rest: string): { value: string; comment: string } {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0].length ?? 0;
  const hash = rest.startsWith('#') ? 0 : rest.slice(quoted).search(/[ \t]#/);
  if (hash === -1) return { value: rest.trimEnd(), comment: '' };
  const value = rest.slice(0, quoted + hash).trimEnd();
  return { value, comment: rest.slice(value.length) };
}

function isPlainKeyList(lines: readonly RawLine[]): boolean {
  return lines.every(({ text }) => text === '' || /^(?:[ \t#]|- )/.test(text) || KEY_LINE.test(text));
}

const KEY_LINE = /^(?:"[^"]*"[ \t]*|'[^']*'[ \t]*|[^\s#"'{[\]}|>@`%&*!,?-][^:]*|-[^\s:][^:]*):(?:[ \t]|$)/;

function frontmatterBounds(text: string): { yaml: number; close: number; body: number } | null {
  const start = text.startsWith(BOM) ? 1 : 0;
  if (!text.startsWith('---', start)) return null;
  const open = fenceEnd(text, start);
  if (open === null || open === text.length) return null;
  for (let close = open; close < text.length; ) {
    if (text.startsWith('---', close)) {
      const body = fenceEnd(text, close);
      if (body !== null) return looksLikeFields(text.slice(open, close)) ? { yaml: open, close, body } : null;
    }
    const newline = text.indexOf('\n', close);
    if (newline === -1) return null;
    close = newline + 1;
  }
  return null;
}

/** The end of a `---` line at `start`, or null if more than whitespace follows. */
function fenceEnd(text: string, start: number): number | null {
  let at = start + 3;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (at === text.length) return at;
  if (text[at] === '\r') at++;
  return text[at] === '\n' ? at + 1 : null;
}

/** Prose between two horizontal rules is not frontmatter; broken YAML is. */
function looksLikeFields(yaml: string): boolean {
  const first = rawLines(yaml).find(({ text }) => text.trim() !== '' && !text.startsWith('#'))?.text;
  return first === undefined || first.startsWith('{') || KEY_LINE.test(first);
}
