import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.js';

describe('comma-separated values', () => {
  it('are read with quotes, line breaks in cells, and any line ending', () => {
    expect(parseCsv('a, b\r\n "c, ""d""","e\nf"\n,\n\ng,')).toEqual([
      ['a', ' b'],
      ['c, "d"', 'e\nf'],
      ['', ''],
      ['g', ''],
    ]);
    expect(parseCsv('"never closed')).toEqual([['never closed']]);
  });

  it('are what was written, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ') });
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((cells) => cells.map(quoted).join(',') + end).join('');
        expect(parseCsv(text)).toEqual(rows);
      }),
    );
  });
});
