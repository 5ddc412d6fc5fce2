import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { words } from '../../words/message.js';
import { type Edit, unchangeable } from './edit.js';

/**
 * The edits that put `rappel` under `key` of JSON settings, or take it out where `entry` is null. Comments and trailing
 * commas are allowed. No byte outside of our own entry changes; of an entry that is there already, only the fields of
 * `entry` are set. Throws if the settings are not a JSON object.
 */
export function editJson(text: string, key: string, entry: object | null): Edit[] {
  if (text.trim() === '') return entry === null ? [] : [create(text, key, entry)];
  const root = parse(text);
  const servers = property(root, key)?.value ?? null;
  if (servers !== null && servers.type !== 'object') throw unchangeable(words`"${key}" is not an object`);
  const own = servers === null ? null : property(servers, 'rappel');
  if (entry === null) return own === null ? [] : removeOwn(text, root, key);
  if (servers === null) return [insert(text, root, key, { rappel: entry })];
  if (own === null) return [insert(text, servers, 'rappel', entry)];
  if (!own.value.children?.length || own.value.type !== 'object') return [replace(text, own.value, entry)];
  return update(text, own.value, entry);
}

function create(text: string, key: string, entry: object): Edit {
  const content = `${JSON.stringify({ [key]: { rappel: entry } }, null, 2)}\n`;
  return { offset: 0, length: text.length, content };
}

function update(text: string, own: Node, entry: object): Edit[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    const field = property(own, name);
    if (field === null) return [insert(text, own, name, value)];
    // A value that the user added (an environment, for example) stays.
    const isSet = isDeepStrictEqual(getNodeValue(field.value), value) || isDeepStrictEqual(value, {});
    return isSet ? [] : [replace(text, field.value, value)];
  });
}

function replace(text: string, { offset, length }: Node, value: unknown): Edit {
  return { offset, length, content: rendered(value, layoutOf(text), indentAt(text, offset)) };
}

/** Inserts a property first, with its own comma, so that no line of another property changes. */
function insert(text: string, object: Node, name: string, value: unknown): Edit {
  const layout = layoutOf(text);
  const outer = indentAt(text, object.offset);
  const first = object.children?.[0];
  const comma = first === undefined ? '' : ',';
  const content = (inner: string) => `${JSON.stringify(name)}: ${rendered(value, layout, inner)}${comma}`;
  const line = lineAfterBrace(text, object);
  if (line !== null) {
    const isOwnLine =
      first !== undefined && text.slice(lineStart(text, first.offset), first.offset).trim() === '';
    const inner = isOwnLine ? indentAt(text, first.offset) : outer + layout.unit;
    return { offset: line, length: 0, content: `${inner}${content(inner)}${layout.end}` };
  }
  const offset = object.offset + 1;
  if (first !== undefined) return { offset, length: 0, content: content(outer) };
  const inner = outer + layout.unit;
  return { offset, length: 0, content: `${layout.end}${inner}${content(inner)}${layout.end}${outer}` };
}

/** Removes the entry with its comma, and its parent object if that is empty then. */
function removeOwn(text: string, root: Node, key: string): Edit[] {
  const servers = property(root, key)!;
  const own = property(servers.value, 'rappel')!;
  const inside = [servers.value.offset + 1, servers.value.offset + servers.value.length - 1] as const;
  const around = text.slice(inside[0], own.offset) + text.slice(own.offset + own.length, inside[1]);
  const isAlone = servers.value.children!.length === 1 && /^[\s,]*$/.test(around);
  return isAlone ? remove(text, root, servers) : remove(text, servers.value, own);
}

function remove(text: string, object: Node, own: Property): Edit[] {
  const after = commaAfter(text, own.offset + own.length);
  const siblings = object.children!;
  const inner = [object.offset + 1, object.offset + object.length - 1] as const;
  const rest = text.slice(inner[0], own.offset) + text.slice(after ?? own.offset + own.length, inner[1]);
  if (siblings.length === 1 && rest.trim() === '')
    return [{ offset: inner[0], length: inner[1] - inner[0], content: '' }];
  const edits = [cut(text, own.offset, after ?? own.offset + own.length)];
  const before = siblings.findLast((node) => node.offset < own.offset);
  const comma =
    after === null && before !== undefined ? commaAfter(text, before.offset + before.length) : null;
  if (comma !== null) edits.unshift({ offset: comma - 1, length: 1, content: '' });
  return edits;
}

/** Removes whole lines if they contain nothing else. */
function cut(text: string, start: number, end: number): Edit {
  const from = lineStart(text, start);
  const line = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0];
  if (line === undefined || text.slice(from, start).trim() !== '')
    return { offset: start, length: end - start, content: '' };
  return { offset: from, length: end + line.length - from, content: '' };
}

interface Property {
  offset: number;
  length: number;
  value: Node;
}

function property(object: Node, name: string): Property | null {
  const found = object.children?.filter(({ children }) => children?.[0]?.value === name) ?? [];
  if (found.length > 1) throw unchangeable(words`it holds "${name}" twice`);
  const [node] = found;
  return node === undefined ? null : { offset: node.offset, length: node.length, value: node.children![1]! };
}

function parse(text: string): Node {
  const errors: ParseError[] = [];
  // A byte order mark is not part of JSON; a blank in its place keeps every offset.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw unchangeable(words`line ${line} is not JSON (${printParseErrorCode(error.error)})`);
  }
  if (root?.type !== 'object') throw unchangeable(words`it is not a JSON object`);
  return root;
}

/** Where the line after `{` begins; null if anything but a comment follows `{` on its line. */
function lineAfterBrace(text: string, { offset }: Node): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset + 1);
  for (;;) {
    const kind = scanner.scan();
    if (kind === LINE_BREAK) return scanner.getTokenOffset() + scanner.getTokenLength();
    const isQuiet = kind === LINE_COMMENT || kind === BLOCK_COMMENT || kind === BLANKS;
    if (!isQuiet || scanner.getTokenValue().includes('\n')) return null;
  }
}

/** The end of the comma that follows, comments passed over; null if none does. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() + 1 : null;
}

// Values of `SyntaxKind`, a const enum that isolated modules can't import.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;

interface Layout {
  unit: string;
  end: string;
}

function layoutOf(text: string): Layout {
  return {
    unit: /^\s*\{[^\n]*\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    end: /\r\n/.test(text) ? '\r\n' : '\n',
  };
}

function rendered(value: unknown, { unit, end }: Layout, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${end}${indent}`);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))![0];
}
