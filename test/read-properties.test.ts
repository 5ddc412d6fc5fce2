import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumbered, shownLines } from '../src/vault/lines.js';
import { hostileFile } from './support/arbitraries.js';
import { runs } from './support/runs.js';
import { tempVault } from './support/temp-vault.js';

const files = fc.oneof(
  hostileFile,
  fc
    .array(fc.string({ maxLength: 30 }), { maxLength: 30 })
    .map((lines) => lines.join('\n').replaceAll('\0', '')),
);

describe('read of any text', () => {
  it('shows each of its lines, numbered, and nothing of them is lost', async () => {
    const vault = tempVault();
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        vault.put('a.md', content);
        const text = await vault.text('read', { paths: 'a.md' });
        const lines = shownLines(content);
        const [header, ...rest] = text.split('\n');
        expect([header, rest.at(-1)]).toEqual(['```vault/a.md', '```']);
        const numbered = rest.slice(0, -1).map((line) => /^(\d+) +\|(?: (.*))?$/s.exec(line)!);
        expect(numbered.map((match) => match[2] ?? '')).toEqual(lines);
        expect(numbered.map((match) => Number(match[1]))).toEqual(lines.map((_, index) => index + 1));
        expect(await vault.text('concat', { files: [{ path: 'a.md' }] })).toBe(text);
      }),
    );
  });

  it.each(['head', 'tail'] as const)('with %s never cuts a line, and takes as many as fit', async (end) => {
    const vault = tempVault();
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 60 }), async (content, tokens) => {
        vault.put('a.md', content);
        const lines = shownLines(content);
        const text = await vault.text('read', { paths: 'a.md', [end]: tokens });
        const [header, ...rest] = text.split('\n');
        const shown = rest.length === 1 ? [] : parseNumbered(rest.slice(0, -1).join('\n'))!.lines;
        const cost = (some: string[]) => some.reduce((sum, line) => sum + line.length + 1, 0);
        const count = shown.length;
        expect(shown).toEqual(end === 'head' ? lines.slice(0, count) : lines.slice(lines.length - count));
        expect(cost(shown)).toBeLessThanOrEqual(tokens * 4);
        const next = end === 'head' ? lines.slice(0, count + 1) : lines.slice(-count - 1);
        if (count < lines.length) expect(cost(next)).toBeGreaterThan(tokens * 4);
        const range = end === 'head' ? `1-${count}` : `${lines.length - count + 1}-${lines.length}`;
        const note = count === lines.length ? '' : count === 0 ? ' (no line fits)' : ` (lines ${range})`;
        expect(header).toBe(`\`\`\`vault/a.md${note}`);
      }),
      { numRuns: runs(300) },
    );
  });

  it('of any range is that part of the whole, with the same numbers', async () => {
    const vault = tempVault();
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 40 }), fc.nat(40), async (content, first, more) => {
        vault.put('a.md', content);
        const lines = shownLines(content);
        const call = { files: [{ path: 'a.md', lines: `${first}-${first + more}` }] };
        if (first > lines.length) {
          expect((await vault.error('concat', call)).code).toBe('bad_range');
          return;
        }
        const last = Math.min(lines.length, first + more);
        const [header, ...rest] = (await vault.text('concat', call)).split('\n');
        expect(header).toBe(`\`\`\`vault/a.md (lines ${first}-${last})`);
        expect(parseNumbered(rest.slice(0, -1).join('\n'))).toEqual({
          numbers: lines.slice(first - 1, last).map((_, index) => first + index),
          lines: lines.slice(first - 1, last),
        });
      }),
    );
  });

  it('folded hides no heading and no line twice', async () => {
    const vault = tempVault();
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        vault.put('a.md', content);
        const rest = (await vault.text('read', { paths: 'a.md', folded: true })).split('\n').slice(1, -1);
        const lines = shownLines(content);
        let next = 1;
        for (const line of rest) {
          const hidden = /^\.\.\. {2}\(lines (\d+)-(\d+)\)$/.exec(line);
          const from = Number(hidden?.[1] ?? /^\d+/.exec(line)![0]);
          expect(lines.slice(next - 1, from - 1).every((skipped) => skipped.trim() === '')).toBe(true);
          if (!hidden) expect(line.replace(/^\d+ +\| ?/, '')).toBe(lines[from - 1]);
          next = hidden ? Number(hidden[2]) + 1 : from + 1;
        }
        expect(lines.slice(next - 1).every((skipped) => skipped.trim() === '')).toBe(true);
      }),
    );
  });
});

describe('append to any text', () => {
  it('keeps every byte of it but the line ends around, and lands where it should', async () => {
    const vault = tempVault();
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom('top', 'bottom'), async (content, position) => {
        vault.put('a.txt', content);
        await vault.call('append', { path: 'a.txt', content: '\n\nADDED\nTEXT\n\n', position });
        const after = vault.get('a.txt');
        const end = /^[^\n]*\r\n/.test(content) ? '\r\n' : '\n';
        const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
        const trimmed = content.slice(bom.length).replace(/[\r\n]+$/, '');
        const added = `ADDED${end}TEXT`;
        if (trimmed.replace(/^[\r\n]+/, '') === '') expect(after).toBe(bom + added + end);
        else if (position === 'bottom') expect(after).toBe(`${bom}${trimmed}${end}${end}${added}${end}`);
        else expect(after).toBe(`${bom}${added}${end}${end}${trimmed.replace(/^[\r\n]+/, '')}${end}`);
      }),
      { numRuns: runs(300) },
    );
  });
});
