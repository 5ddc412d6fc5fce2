import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { type Files, folderWith, readSource, zipWith } from '../../../../test/support/import-sources.js';
import { openSource } from '../open-source.js';

// As the specification of TextBundle and importers of Bear (obsidian-importer) describe its files.
const info = (more: object = {}) =>
  JSON.stringify({
    bundleID: 'net.shinyfrog.bear',
    type: 'public.plain-text',
    version: 2,
    transient: true,
    'net.shinyfrog.bear': {
      creationDate: '2023-10-11T08:11:02Z',
      modificationDate: '2023-10-12T09:00:00Z',
      archived: 0,
      trashed: 0,
      pinned: 0,
      ...more,
    },
  });
const bundle = (name: string, text: string, more?: object): Files => ({
  [`${name}.textbundle/text.markdown`]: text,
  [`${name}.textbundle/info.json`]: info(more),
});

describe('notes of Bear', () => {
  it('are one note per bundle with pictures and dates, without the trash', async () => {
    const { label, items, dates, skipped } = await readSource(
      zipWith(
        {
          ...bundle(
            'Roof',
            '# Roof\n#house/roof# #two words# [[Garden]]\n![](assets/a%20b.png)<!-- {"width":200} -->\n',
          ),
          'Roof.textbundle/assets/a b.png': png(1, 1),
          ...bundle('Garden', '# Garden\n', { archived: 1 }),
          ...bundle('Old', 'x\n', { trashed: 1 }),
          'tags.json': '[]',
        },
        'Notes.bear2bk',
      ),
    );
    expect(label).toBe('Bear notes');
    expect(items).toEqual({
      'bear/Garden.md': '# Garden\n',
      'bear/Roof.assets/a b.png': null,
      'bear/Roof.md':
        '# Roof\n#house/roof# #two words# [[Garden]]\n![](<Roof.assets/a b.png>)<!-- {"width":200} -->\n',
    });
    expect(dates['bear/Roof.md']).toBe('2023-10-12T09:00:00.000Z');
    expect(skipped).toEqual(expect.arrayContaining(['Old.textbundle/text.markdown', 'tags.json']));
  });

  it('are the same ones in the next backup, whatever it is called', async () => {
    const idsIn = async (name: string) => {
      const notes = {
        ...bundle('Garden', '# Garden\n'),
        ...bundle('Roof', '# Roof\n', { uniqueIdentifier: 'B1C5' }),
      };
      const source = await openSource(zipWith(notes, name));
      const ids: string[] = [];
      for await (const offer of source.offers())
        if (!('skipped' in offer)) ids.push(`${offer.name} ${offer.sourceId}`);
      source.close?.();
      return ids;
    };
    expect(await idsIn('Bear Notes 2024-06-14.bear2bk')).toContain('bear/Roof.md bear:B1C5');
    expect(await idsIn('Bear Notes 2024-07-01.bear2bk')).toContain('bear/Roof.md bear:B1C5');
  });

  it.each([
    [
      'a packed bundle',
      () =>
        zipWith(
          {
            'Roof.textbundle/text.md': '# Roof\n![](assets/a.png)\n',
            'Roof.textbundle/info.json': info(),
            'Roof.textbundle/assets/a.png': png(1, 1),
          },
          'Roof.textpack',
        ),
    ],
    [
      'a note of Bear 1',
      () =>
        zipWith(
          {
            'Roof.bearnote/text.txt': '# Roof\n![](assets/a.png)\n',
            'Roof.bearnote/info.json': info(),
            'Roof.bearnote/assets/a.png': png(1, 1),
          },
          'Roof.bearnote',
        ),
    ],
    [
      'a bundle on the disk',
      () =>
        folderWith(
          { 'text.md': '# Roof\n![](assets/a.png)\n', 'info.json': info(), 'assets/a.png': png(1, 1) },
          'Roof.textbundle',
        ),
    ],
  ])('%s has the name of its file', async (_, make) => {
    const { label, items, dates } = await readSource(make());
    expect(label).toBe('Bear notes');
    expect(items).toEqual({
      'Roof/Roof.assets/a.png': null,
      'Roof/Roof.md': '# Roof\n![](<Roof.assets/a.png>)\n',
    });
    expect(dates['Roof/Roof.md']).toBe('2023-10-12T09:00:00.000Z');
  });
});
