import fc from 'fast-check';
import { getNodeValue, parseTree, stripComments } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { applyTextEdits } from './edit.js';
import { editJson } from './edit-json.js';

const ENTRY = { type: 'stdio', command: 'C:\\node "x".exe', args: ['é', 'a b'] };

function put(text: string, entry: object = ENTRY): string {
  return applyTextEdits(text, editJson(text, 'mcpServers', entry));
}

function takeOut(text: string): string {
  return applyTextEdits(text, editJson(text, 'mcpServers', null));
}

function jsonOf(text: string): Record<string, Record<string, unknown>> {
  return getNodeValue(parseTree(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true })!);
}

/** JSON with comments, trailing commas and any layout; `[text, isCommented]`. */
const layout = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\n\t',
  '\n  ',
  ' // note "x": {\n',
  ' /* { */ ',
  ' /* a\nb */',
);
const scalar = fc.oneof(
  fc.constantFrom('9007199254740993', '1.10', '-0', 'true', 'null', '"]{,//"'),
  fc.string().map((text) => JSON.stringify(text)),
);
const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, tie('object')),
  object: fc
    .tuple(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 4 }), layout, fc.boolean())
    .chain(([names, tail, trailing]) =>
      fc
        .tuple(
          ...names.map((name) =>
            fc
              .tuple(layout, layout, tie('value'), layout)
              .map(([a, b, value, c]) => `${a}"${name}":${b}${value}${c}`),
          ),
        )
        .map(
          (properties) => `{${properties.join(',')}${trailing && properties.length > 0 ? ',' : ''}${tail}}`,
        ),
    ),
}));
const settings = fc
  .tuple(object, object, layout, fc.boolean(), fc.constantFrom('', '\n', '// end\n'))
  .map(([servers, rest, gap, hasServers, end]) => {
    const body = hasServers
      ? rest.replace('{', () => `{${gap}"mcpServers": ${servers}${rest.includes(':') ? ',' : ''}`)
      : rest;
    return body + end;
  })
  .filter((text) => parsesAlone(text));

function parsesAlone(text: string): boolean {
  const errors: never[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

describe('an entry in JSON settings', () => {
  it('is added without a change to any byte around it', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const edits = editJson(text, 'mcpServers', ENTRY);
        expect(edits).toMatchObject([{ length: 0 }]);
        const added = applyTextEdits(text, edits);
        const { mcpServers, ...rest } = jsonOf(added);
        const { mcpServers: before = {}, ...others } = jsonOf(text);
        expect(rest).toEqual(others);
        expect(mcpServers).toEqual({ ...before, rappel: ENTRY });
        expect(put(added)).toBe(added);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is taken out with every comment and value around it left as it was', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const removed = takeOut(put(text));
        expect(parsesAlone(removed)).toBe(true);
        const { mcpServers = {}, ...rest } = jsonOf(removed);
        const { mcpServers: before = {}, ...others } = jsonOf(text);
        expect([rest, mcpServers]).toEqual([others, before]);
        const comments = (json: string) => json.length - stripComments(json).length;
        expect(comments(removed)).toBe(comments(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it('stands as its neighbours do', () => {
    expect(put('{\n\t"mcpServers": {\n\t\t// mine\n\t\t"other": {}\n\t}\n}\n', { command: 'x' })).toBe(
      '{\n\t"mcpServers": {\n\t\t"rappel": {\n\t\t\t"command": "x"\n\t\t},\n\t\t// mine\n\t\t"other": {}\n\t}\n}\n',
    );
    expect(put('{"a":9007199254740993}', { command: 'x' })).toBe(
      '{"mcpServers": {\n  "rappel": {\n    "command": "x"\n  }\n},"a":9007199254740993}',
    );
    expect(put('\uFEFF{}\r\n', { command: 'x' })).toBe(
      '\uFEFF{\n  "mcpServers": {\n    "rappel": {\n      "command": "x"\n    }\n  }\n}\r\n'.replaceAll(
        /(?<!\r)\n/g,
        '\r\n',
      ),
    );
  });

  it('keeps what a person added to it', () => {
    const text =
      '{"mcpServers": {"rappel": {"command": "old", "env": {"A": "1"}, "args": ["a"], /* why */ "off": true}}}';
    expect(put(text, { command: 'new', args: ['a'], env: {} })).toBe(text.replace('old', 'new'));
  });

  it.each([
    ['[]', 'it is not a JSON object'],
    ['{"mcpServers": []}', '"mcpServers" is not an object'],
    ['{"mcpServers": {}, "mcpServers": {}}', 'it holds "mcpServers" twice'],
    ['{\n"a": }', 'line 2 is not JSON'],
  ])('is not forced into %s', (text, reason) => {
    expect(() => put(text)).toThrow(`these settings can't be changed safely: ${reason}`);
  });
});
