import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { applyTextEdits } from './edit.js';
import { editToml } from './edit-toml.js';

const LAUNCH = { command: 'C:\\node "x".exe', args: ['é', 'a b'] };

function put(text: string, launch = LAUNCH): string {
  return applyTextEdits(text, editToml(text, launch));
}

function takeOut(text: string): string {
  return applyTextEdits(text, editToml(text, null));
}

const trap = '[mcp_servers.rappel]\ncommand = "fake"';
const value = fc.constantFrom(
  '1',
  '9007199254740993',
  '1979-05-27T07:32:00Z',
  '"a # b"',
  `'[mcp_servers.rappel]'`,
  `"""\n${trap}\n"""`,
  `"""a ""\\""" ${trap}\n\\\\"""`,
  `'''\n${trap}\n'''`,
  '[\n  1, # ]\n  2,\n]',
  '[["]"], [\n"""\n[x]\n"""]]',
  '{ a = "}", b = [1] }',
);
const comment = fc.constantFrom('', ' # [mcp_servers.rappel]', ' #"""');
const fields = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) => fc.tuple(value, comment).map(([text, note]) => `${name} = ${text}${note}\n`)),
    ),
  )
  .map((lines) => lines.join(''));
const headers = fc.uniqueArray(
  fc.constantFrom(
    '[theme]',
    '[[list]]',
    '[mcp_servers.other]',
    '[ mcp_servers . "rap.pel" ]',
    '[long."]"]',
    "  ['x y']",
  ),
  { maxLength: 4 },
);
const settings = fc
  .tuple(
    fields,
    headers.chain((names) =>
      fc.tuple(
        ...names.map((name) => fc.tuple(fields, comment).map(([text, note]) => `\n${name}${note}\n${text}`)),
      ),
    ),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '# end', '\n\n'),
  )
  .map(([top, tables, end, tail]) => (top + tables.join('') + tail).replaceAll('\n', end));

describe('a table in TOML settings', () => {
  it('is added below everything else, which stays byte for byte', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const added = put(text);
        expect(added.startsWith(text)).toBe(true);
        const own = parse(added.slice(text.length)) as { mcp_servers: unknown };
        expect(own.mcp_servers).toEqual({ rappel: LAUNCH });
        expect(put(added)).toBe(added);
        const removed = takeOut(added);
        expect(removed.startsWith(text)).toBe(true);
        expect(removed.slice(text.length).trim()).toBe('');
      }),
      { numRuns: runs(500) },
    );
  });

  it('is taken out from between others, which stay byte for byte', () => {
    const table = '[mcp_servers.rappel] # ours\ncommand = """\n[x]"""\n\n# between\nargs = [\n"]"\n]\n';
    fc.assert(
      fc.property(settings, fc.stringMatching(/^[a-z]{4}$/), (text, name) => {
        const before = text.replaceAll('\r\n', '\n').replace(/\n*$/, '\n');
        const after = `[${name}]\nx = 1\n`;
        expect(takeOut(`${before}${table}${after}`)).toBe(`${before}${after}`);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is brought up to date in place, with what a person added to it kept', () => {
    const text = (command: string) =>
      `[mcp_servers.rappel]\n${command}\nstartup_timeout_sec = 20 # mine\nargs = ["é", "a b"] # theirs\n\n[mcp_servers.rappel.env]\nA = "1"\n`;
    expect(put(text('command = "old"'))).toBe(text('command = "C:\\\\node \\"x\\".exe"'));
  });

  it('says what keeps it out of an inline table, not that a line of its own is wrong', () => {
    expect(() => put('model = "x"\nmcp_servers = { other = { command = "x" } }\n')).toThrow(
      'mcp_servers is not written as tables',
    );
  });

  it.each([
    'mcp_servers = { other = { command = "x" } }\n',
    '[mcp_servers]\nrappel = { command = "x" }\n',
    '[mcp_servers]\nrappel.command = "x"\n',
    '[[mcp_servers]]\nx = 1\n',
    'a = "\n',
  ])('is not forced into %j', (text) => {
    expect(() => put(text)).toThrow("these settings can't be changed safely");
  });
});
