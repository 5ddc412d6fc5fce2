import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit } from '../src/tools/edit.js';
import { lineEndOf, numberLines, rawLines, shownLines } from '../src/vault/lines.js';
import { hostileFile, hostileText } from './support/arbitraries.js';
import { runs } from './support/runs.js';
import { tempVault } from './support/temp-vault.js';

const bodies = fc.array(fc.constantFrom('a', 'b', '', 'é 😀', '# h', '1  | x', '  in', 'c\rd'), {
  minLength: 1,
  maxLength: 12,
});
const fileWith = (end: string, bom: string, closed: boolean) => (lines: string[]) =>
  bom + lines.join(end) + (closed ? end : '');
const style = fc.tuple(fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\uFEFF'), fc.boolean());

/** A file, and a run of its lines. */
const selection = fc.tuple(bodies, style, fc.nat(), fc.nat()).chain(([lines, [end, bom, closed], a, b]) => {
  const text = fileWith(end, bom, closed)(lines);
  const count = shownLines(text).length;
  const from = count === 0 ? 0 : a % count;
  return fc.constant({
    text,
    end,
    bom,
    count,
    from,
    until: count === 0 ? 0 : from + 1 + (b % (count - from)),
  });
});

describe('an edit by numbers', () => {
  it('replaces those lines and keeps every byte around them', () => {
    fc.assert(
      fc.property(
        selection,
        fc.array(fc.constantFrom('new', '', 'é'), { maxLength: 4 }),
        fc.boolean(),
        (chosen, fresh, numbered) => {
          const { text, bom, count, from, until } = chosen;
          fc.pre(count > 0);
          const shown = shownLines(text).slice(from, until);
          const newContent =
            numbered && fresh.length > 0
              ? numberLines(fresh, from + 1)
              : fresh.map((line) => `${line}\n`).join('');
          const outcome = applyEdit(text, numberLines(shown, from + 1), newContent);
          expect(outcome.kind).toBe('edited');
          if (outcome.kind !== 'edited') return;
          expect(outcome.moved).toBeNull();
          const raw = rawLines(text);
          const before = raw
            .slice(0, from)
            .map((line) => line.text + line.end)
            .join('');
          const after = raw
            .slice(until)
            .map((line) => line.text + line.end)
            .join('');
          const start = before === '' ? bom : before;
          expect(outcome.text.startsWith(start)).toBe(true);
          expect(outcome.text.endsWith(after)).toBe(true);
          const middle = outcome.text.slice(start.length, outcome.text.length - after.length);
          const last = raw[until - 1]!.end;
          const kept = (line: string, index: number) =>
            shown[index] === line ? raw[from + index]!.text.replace(/^\uFEFF/, '') : line;
          expect(middle).toBe(fresh.map(kept).join(lineEndOf(text)) + (fresh.length === 0 ? '' : last));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('of nothing changes nothing', () => {
    fc.assert(
      fc.property(hostileFile, (text) => {
        const shown = shownLines(text);
        fc.pre(shown.length > 0);
        const same = numberLines(shown);
        expect(applyEdit(text, same, same)).toEqual({ kind: 'edited', text, moved: null });
      }),
    );
  });

  it('follows lines that moved, and only if they occur once', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 9 }), (lines, shift) => {
        const text = `${lines.join('\n')}\nthe one\n${lines.join('\n')}\n`;
        const number = lines.length + 1 + shift;
        fc.pre(shownLines(text)[number - 1] !== 'the one');
        expect(applyEdit(text, numberLines(['the one'], number), 'another')).toEqual({
          kind: 'edited',
          text: text.replace('the one', 'another'),
          moved: { from: number, to: lines.length + 1 },
        });
      }),
    );
  });
});

describe('an edit by text', () => {
  it('replaces the one occurrence, whatever the line ends, and keeps every other byte', () => {
    fc.assert(
      fc.property(
        hostileText,
        hostileText,
        fc.constantFrom('\n', '\r\n'),
        fc.string({ maxLength: 8 }),
        (before, after, end, fresh) => {
          const put = (text: string) =>
            text.replaceAll('\r', '').replaceAll('\uFEFF', '').replaceAll('\n', end);
          const text = `x${end}${put(before)}UNIQUE${end}PASSAGE${put(after)}`;
          expect(applyEdit(text, 'UNIQUE\nPASSAGE', `${fresh.replaceAll('\r', '')}\nz`)).toEqual({
            kind: 'edited',
            text: text.replace(`UNIQUE${end}PASSAGE`, () =>
              put(`${fresh.replaceAll('\r', '')}\nz`.replace(/^\uFEFF/, '')),
            ),
            moved: null,
          });
        },
      ),
    );
  });

  it('never takes half a character, and never writes half a one', async () => {
    const vault = tempVault({ 'a.md': 'smile 😀 end\n' });
    await vault.call('read', { paths: 'a.md' });
    for (const old_content of ['\ud83d', '\ude00', 'smile \ud83d']) {
      await vault.error('edit', { path: 'a.md', old_content, new_content: 'x' });
      expect(vault.get('a.md')).toBe('smile 😀 end\n');
    }
    expect(
      (await vault.error('edit', { path: 'a.md', old_content: 'end', new_content: '\ud83d' })).code,
    ).toBe('invalid_input');
    expect((await vault.error('append', { path: 'a.md', content: 'x\ude00' })).code).toBe('invalid_input');
    expect((await vault.error('write', { path: 'b.md', content: '\ud83d' })).code).toBe('invalid_input');
    expect((await vault.error('write', { path: '\ud83d.md', content: 'x' })).message).toMatch(/Unicode/);
    expect(vault.get('a.md')).toBe('smile 😀 end\n');
  });

  it('counts as empty where it holds only what is not shown', async () => {
    const vault = tempVault({ 'a.md': 'a\r\nb\r\n' });
    await vault.call('read', { paths: 'a.md' });
    for (const old_content of ['\r', '\uFEFF', '\r\r'])
      expect((await vault.error('edit', { path: 'a.md', old_content, new_content: 'x' })).code).toBe(
        'invalid_input',
      );
    expect(vault.get('a.md')).toBe('a\r\nb\r\n');
  });

  it('answers at once where it occurs a million times', () => {
    const lines = '\n'.repeat(1_000_000);
    expect(applyEdit(lines, '\n', 'x').kind).toBe('several');
    expect(applyEdit(lines, '\n'.repeat(500_000), 'x').kind).toBe('several');
    expect(applyEdit('a'.repeat(2_000_000), 'a'.repeat(1_000_000), 'x').kind).toBe('several');
    expect(applyEdit(lines, numberLines(new Array(400_000).fill(''), 700_000), 'x').kind).toBe('several');
    expect(applyEdit(lines, numberLines([...new Array(400_000).fill(''), 'z'], 1), 'x').kind).toBe(
      'no-match',
    );
  });
});

describe('text that no text file may hold', () => {
  it('is refused by every writing tool: the file would not be text any more', async () => {
    const vault = tempVault({ 'a.md': 'text\n' });
    await vault.call('read', { paths: 'a.md' });
    for (const [tool, input] of [
      ['write', { path: 'a.md', content: 'a\0b' }],
      ['write', { path: 'new.md', content: '\0' }],
      ['append', { path: 'a.md', content: 'a\0b' }],
      ['edit', { path: 'a.md', old_content: 'text', new_content: '\0' }],
    ] as const) {
      const error = await vault.error(tool, input);
      expect([error.code, error.message]).toEqual(['invalid_input', expect.stringContaining('NUL')]);
    }
    expect(vault.get('a.md')).toBe('text\n');
  });
});
