import { describe, expect, it } from 'vitest';
import type { SkippedItem } from '../exchange/import/item.js';
import { destinationOf } from '../exchange/import/plan.js';
import { recordedPath } from '../vault/paths.js';
import { sayEnglish } from '../words/say.js';
import { planText } from './import-preview.js';
import { rendered } from './paint.js';

const source = { label: 'Folder', path: '/notes' };
const options = { source, into: destinationOf(undefined), skipSecrets: false };
const shown = (skipped: SkippedItem[], leftOut = {}) =>
  rendered(
    planText({ ...options, plan: { files: [], skipped, gone: [], leftOut, secrets: [] } }, sayEnglish),
    {
      person: true,
      colour: false,
    },
  );

describe('the preview of an import', () => {
  it('names what is left out, each with its reason', () => {
    expect(shown([{ from: 'a.exe', skipped: 'no note' }])).toContain('Skipped: 1\n  a.exe: no note\n');
  });

  it('says where a renamed note was, and which notes are no longer at the source', () => {
    const [path, was, gone] = ['bucket/new.md', 'bucket/old.md', 'bucket/gone.md'].map(recordedPath);
    const about = { from: 'new.md', sourceId: 'x', tokens: 3, created: null, note: null, leftOut: {} };
    const files = [{ ...about, action: 'move' as const, path: path!, was: was! }];
    const plan = { files, skipped: [], gone: [gone!], leftOut: {}, secrets: [] };
    const text = rendered(planText({ ...options, plan }, sayEnglish), { person: true, colour: false });
    expect(text).toContain(
      'Renamed at the source since the last import: 1 file, 3 tokens\n  vault/bucket/old.md → vault/bucket/new.md  [3]\n',
    );
    expect(text).toContain(
      'Imported earlier, but not in this source: 1 file. They stay; to remove one: rappel delete PATH\n  vault/bucket/gone.md',
    );
  });

  it('counts by kind what the texts lack', () => {
    expect(shown([], { thoughts: 12, images: 3 })).toContain(
      'Left out of these texts: thoughts: 12, images: 3\n',
    );
  });

  it('counts the reasons where much is left out', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ from: `${index}.c`, skipped: 'no note' }));
    expect(shown([{ from: 'x', skipped: 'a link' }, ...many])).toContain(
      'Skipped: 41\n  40 files, no note: 0.c, 1.c, 2.c, …\n  1 file, a link: x\n',
    );
  });
});
