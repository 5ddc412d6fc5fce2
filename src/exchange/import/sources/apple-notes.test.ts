import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { folderWith, readSource, targetsIn, zipWith } from '../../../../test/support/import-sources.js';

// No real export was at hand: the layouts are those that other importers read (unforget, notesnook-importer) and that
// exporters write (apple-notes-exporter).
describe('Apple Notes', () => {
  it('as Apple sends them: a note per folder with its date and attachments, without deleted ones', async () => {
    const { label, items, dates, skipped } = await readSource(
      zipWith(
        {
          'Notes/Notes_Details.csv': 'Title,Created On\nCourses,x\n',
          'Notes/Maison/Courses/Courses-2024-03-01T09:10:11Z.txt': 'Courses\nLait\nPain #courses\n',
          'Notes/Maison/Courses/photo 1.png': png(1, 1),
          'Notes/Maison/Courses/ticket.csv': 'a,b\n',
          'Notes/Work/Plan/Plan-2023-01-02T03_04_05Z.txt': 'Plan\n\nFirst step\n',
          'Notes/Recently Deleted/Old/Old-2020-01-01T00:00:00Z.txt': 'Old\n',
        },
        'iCloud Notes.zip',
      ),
    );
    expect(label).toBe('Apple Notes');
    expect(items).toEqual({
      'iCloud Notes/Maison/Courses.files/photo 1.png': null,
      'iCloud Notes/Maison/Courses.files/ticket.csv': null,
      'iCloud Notes/Maison/Courses.md':
        '# Courses\nLait\nPain #courses\n\n![photo 1.png](<Courses.files/photo 1.png>)\n\n[ticket.csv](<Courses.files/ticket.csv>)\n',
      'iCloud Notes/Work/Plan.md': '# Plan\n\nFirst step\n',
    });
    const name = 'iCloud Notes/Maison/Courses.md';
    for (const target of targetsIn(name, items[name]!)) expect(Object.keys(items)).toContain(target);
    expect(dates[name]).toBe('2024-03-01T09:10:11.000Z');
    expect(dates['iCloud Notes/Work/Plan.md']).toBe('2023-01-02T03:04:05.000Z');
    expect(skipped.sort()).toEqual([
      'Notes_Details.csv',
      'Recently Deleted/Old/Old-2020-01-01T00:00:00Z.txt',
    ]);
  });

  it('as Notes and exporters write Markdown: attachments beside the note, or inside it', async () => {
    const image = png(2, 2).toString('base64');
    const { items } = await readSource(
      folderWith({
        'iCloud/Maison/Toit/Toit.md': '# Toit\n\n![](Attachments/IMG%201.png)\n\n- [x] tuiles\n',
        'iCloud/Maison/Toit/Attachments/IMG 1.png': png(1, 1),
        'iCloud/Plan.md': '# Plan\n\n![image](Plan%20(Attachments)/image.png)\n',
        'iCloud/Plan (Attachments)/image.png': png(1, 1),
        'iCloud/Inline.md': `# Inline\n\n![sketch](data:image/png;base64,${image}) and ![](data:image/x;base64,AAAA)\n`,
      }),
    );
    const inside = Object.keys(items).find((name) => name.startsWith('source/iCloud/Inline.files/'))!;
    expect(Object.keys(items).sort()).toEqual(
      [
        'source/iCloud/Inline.md',
        inside,
        'source/iCloud/Maison/Toit/Attachments/IMG 1.png',
        'source/iCloud/Maison/Toit/Toit.md',
        'source/iCloud/Plan (Attachments)/image.png',
        'source/iCloud/Plan.md',
      ].sort(),
    );
    expect(items['source/iCloud/Inline.md']).toBe(
      `# Inline\n\n![sketch](<${inside.slice('source/iCloud/'.length)}>) and \n`,
    );
  });
});
