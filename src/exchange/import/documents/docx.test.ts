import { describe, expect, it } from 'vitest';
import { docx, paragraph, run } from '../../../../test/support/docx.js';
import { readDocx } from './docx.js';

const reading = (bytes: Uint8Array) =>
  readDocx({ format: 'docx', bytes, name: 'Compte rendu.docx', place: null });

describe('a Word document', () => {
  it('becomes a note with its headings, lists, table, link, footnote and image', async () => {
    const { text, files, leftOut } = await reading(docx());
    expect(text).toBe(
      [
        '# Compte rendu\n',
        '## Décisions\n',
        'On garde **le devis** «\u00a0B\u00a0» à 6\u202f200\u00a0€, [voir le site](https://example.org/devis)[^1]\n',
        '- Appeler Zoé\n  - avant midi\n- Œuvre\n',
        '| Poste | Prix |\n| - | - |\n| Toit | 1 \\| 2 |\n',
        '![Plan du toit](<Compte rendu.docx.files/e0e8d812.png>)\n',
        '[^1]: Hors taxes.\n',
      ].join('\n'),
    );
    expect(files.map(({ name }) => name)).toEqual(['Compte rendu.docx.files/e0e8d812.png']);
    expect(leftOut).toEqual({ comments: 1 });
  });

  it('has its name as title where it states none', async () => {
    expect((await reading(docx({ body: paragraph(run('x')) }))).text).toBe('# Compte rendu\n\nx\n');
  });

  it('that is damaged is refused', async () => {
    await expect(reading(docx().subarray(0, 900))).rejects.toThrow('not a Word document');
    await expect(reading(docx({ body: '<w:p>' }))).rejects.toThrow('not a Word document');
  });
});
