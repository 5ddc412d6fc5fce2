import { isDeepStrictEqual } from 'node:util';
import { parse, type TomlTable } from 'smol-toml';
import { words } from '../../words/message.js';
import { applyTextEdits, type Edit, unchangeable } from './edit.js';
import type { Launch } from './launch.js';

/**
 * The edits that put the table `mcp_servers.rappel` into TOML settings, or take it out where `launch` is null. No byte
 * outside of our own table changes; of a table that is there already, only `command` and `args` are set. Throws if
 * the settings are not TOML, or hold the entry in another form. A TOML parser checks the result against the original.
 */
export function editToml(text: string, launch: Launch | null): Edit[] {
  const before = parsed(text);
  const tables = ownTables(text);
  const has = ownEntry(before) !== undefined;
  if (has && tables.length === 0) throw unchangeable(words`mcp_servers.rappel is not written as a table`);
  const edits = launch === null ? tables.map(removal) : put(text, tables, launch);
  check(before, afterwards(applyTextEdits(text, edits)), launch);
  return edits;

  /** With the empty line above it, where another one or the end of the file follows. */
  function removal({ start, end }: OwnTable): Edit {
    const above = /(?:^|\n)\r?\n$/.exec(text.slice(0, start));
    const isGap = above !== null && /^(?:\r?\n|$)/.test(text.slice(end));
    const from = isGap ? start - (above[0].endsWith('\r\n') ? 2 : 1) : start;
    return { offset: from, length: end - from, content: '' };
  }
}

function put(text: string, tables: readonly OwnTable[], launch: Launch): Edit[] {
  const fields = Object.entries({ command: launch.command, args: launch.args });
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const line = ([name, value]: [string, unknown]) => `${name} = ${inToml(value)}${end}`;
  const own = tables.find(({ isWhole }) => isWhole);
  if (own === undefined) {
    const gap = text === '' ? '' : text.endsWith('\n') ? end : `${end}${end}`;
    const content = `${gap}[mcp_servers.rappel]${end}${fields.map(line).join('')}`;
    return [{ offset: text.length, length: 0, content }];
  }
  return fields.flatMap((field) => {
    const [name, value] = field;
    const there = own.fields.find(({ text: statement }) => Object.hasOwn(read(statement), name));
    if (there === undefined)
      return [{ offset: own.fields[0]?.start ?? own.end, length: 0, content: line(field) }];
    if (isDeepStrictEqual(read(there.text)[name], value)) return [];
    return [{ offset: there.start, length: there.text.length, content: line(field) }];
  });
}

interface Statement {
  start: number;
  /** With its line end. */
  text: string;
}

interface OwnTable {
  start: number;
  /** Behind its last field: comments and empty lines below that are not ours. */
  end: number;
  /** `[mcp_servers.rappel]` itself, not a table below it. */
  isWhole: boolean;
  fields: Statement[];
}

function ownTables(text: string): OwnTable[] {
  const tables: OwnTable[] = [];
  let own: OwnTable | null = null;
  for (const statement of statementsOf(text)) {
    const { start, text: content } = statement;
    if (/^\s*(?:#|$)/.test(content)) continue;
    if (/^\s*\[/.test(content)) {
      const entry = ownEntry(read(content));
      const isWhole = entry !== undefined && Object.keys(entry).length === 0;
      own = entry === undefined ? null : { start, end: start, isWhole, fields: [] };
      if (own !== null) tables.push(own);
    } else own?.fields.push(statement);
    if (own !== null) own.end = start + content.length;
  }
  return tables;
}

/** Cuts a text where a line ends outside of every string, list and inline table: only there can a statement begin. */
function* statementsOf(text: string): Generator<Statement> {
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if ('[{'.includes(token)) depth++;
    else if (']}'.includes(token)) depth--;
    else if (token === '\n' && depth === 0) {
      yield { start, text: text.slice(start, index + 1) };
      start = index + 1;
    }
  }
  if (start < text.length) yield { start, text: text.slice(start) };
}

const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/g;

/** Null if the edits make it invalid: an inline table `mcp_servers = { … }` can't get a table below it. */
function afterwards(text: string): TomlTable | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}

/** The same settings but for our entry, which is what it should be. */
function check(before: TomlTable, after: TomlTable | null, launch: Launch | null): void {
  const entry = after === null ? undefined : ownEntry(after);
  const isDone =
    launch === null
      ? entry === undefined
      : isDeepStrictEqual([entry?.command, entry?.args], [launch.command, launch.args]);
  if (after === null || !isDone || !isDeepStrictEqual(withoutOwn(before), withoutOwn(after)))
    throw unchangeable(words`mcp_servers is not written as tables`);
}

function withoutOwn(settings: TomlTable): TomlTable {
  const { mcp_servers: servers, ...rest } = settings;
  const { rappel: _, ...others } = (servers ?? {}) as TomlTable;
  return Object.keys(others).length === 0 ? rest : { ...rest, mcp_servers: others };
}

function ownEntry(settings: TomlTable): TomlTable | undefined {
  const servers = settings.mcp_servers as TomlTable | undefined;
  return servers !== undefined && Object.hasOwn(servers, 'rappel')
    ? (servers.rappel as TomlTable)
    : undefined;
}

function parsed(text: string): TomlTable {
  try {
    return read(text);
  } catch (error) {
    const [first] = (error as Error).message.replace('Invalid TOML document: ', '').split('\n');
    const { line } = error as { line?: number };
    throw unchangeable(words`line ${line ?? 0} is not TOML (${first!})`);
  }
}

function read(text: string): TomlTable {
  return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
}

/** A TOML basic string has the escapes of JSON, and one more character that must be escaped. */
function inToml(value: unknown): string {
  const text = Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
  return text.replaceAll('\u007f', '\\u007f');
}
