import { describe, expect, it } from 'vitest';
import { type TempVault, tempVault } from '../../../../test/support/temp-vault.js';
import { wallRoot } from '../../../vault/state-folder.js';
import { readLessons, teach, unlearn } from './lessons.js';
import type { InputOrigin } from './route.js';
import { routeInput } from './route-input.js';

const PAGES = {
  'projects/tidewater/bucket/a.md': 'The weekly call with the harbour team, the charts and the release.\n',
  'projects/tidewater/bucket/b.md': 'Weekly call: the team asks for charts. A call with Dana.\n',
  'projects/house/bucket/a.md': 'The kitchen and the roof. Dana paints the wall.\n',
  'projects/house/bucket/b.md': 'The roof leaks again.\n',
};
const NOTE = 'Weekly call with Dana and the team';

const route = async (vault: TempVault, text: string, origin?: InputOrigin) => {
  const { candidates, decision } = await routeInput(vault.context, text, { language: 'en', origin });
  return { best: candidates[0]!.project, reasons: candidates[0]!.reasons, decision };
};

describe('a correction', () => {
  it('sends a similar note to the right project the next time, and says why', async () => {
    const vault = tempVault(PAGES);
    expect((await route(vault, NOTE)).best).toBe('tidewater');
    teach(vault.vault, { id: 'u1', text: NOTE, project: 'house', from: 'tidewater' });
    const after = await route(vault, 'The weekly call with Dana and her team');
    expect(after).toMatchObject({ best: 'house', decision: 'file' });
    expect(after.reasons[0]).toBe('you put a similar note there on 2025-07-14');
    expect((await route(vault, 'The harbour charts of the release')).best).toBe('tidewater');
  });

  it('that says no project keeps similar notes out of all of them', async () => {
    const vault = tempVault(PAGES);
    teach(vault.vault, { id: 'u1', text: NOTE, project: null, from: 'tidewater' });
    expect((await route(vault, NOTE)).decision).toBe('ask');
  });

  it('is replaced by a later one about the same words', async () => {
    const vault = tempVault(PAGES);
    teach(vault.vault, { id: 'u1', text: NOTE, project: 'house', from: 'tidewater' });
    teach(vault.vault, { id: 'u2', text: NOTE, project: 'tidewater', from: 'house' });
    expect((await route(vault, NOTE)).best).toBe('tidewater');
  });

  it('is forgotten where its update is undone', async () => {
    const vault = tempVault(PAGES);
    const before = await route(vault, NOTE);
    teach(vault.vault, { id: 'u1', text: NOTE, project: 'house', from: 'tidewater' });
    unlearn(vault.vault, (id) => id === 'u1');
    expect(await route(vault, NOTE)).toEqual(before);
  });
});

describe('the folder of the sender', () => {
  const note = 'The build is broken';

  it('speaks for a project of its name', async () => {
    const vault = tempVault(PAGES);
    expect((await route(vault, note)).decision).toBe('ask');
    const after = await route(vault, note, { client: 'editor', folder: 'Tidewater' });
    expect(after).toMatchObject({ best: 'tidewater', decision: 'file' });
    expect(after.reasons).toContain('it comes from a folder that belongs there');
  });

  it('speaks for the project that its notes went to', async () => {
    const vault = tempVault(PAGES);
    const origin = { client: 'editor', folder: 'web-app' };
    for (const id of ['u1', 'u2'])
      teach(vault.vault, { id, text: `something else ${id}`, project: 'house', from: null, origin });
    expect((await route(vault, note, origin)).best).toBe('house');
    expect((await route(vault, note, { client: 'editor', folder: 'other' })).decision).toBe('ask');
  });
});

describe('what was taught', () => {
  const many = (vault: TempVault, count: number) => {
    for (let i = 0; i < count; i++)
      teach(vault.vault, {
        id: `u${i}`,
        text: `note ${i} ${'word '.repeat(99)}`,
        project: 'house',
        from: null,
      });
  };

  it('keeps the newest ones', () => {
    const vault = tempVault(PAGES);
    many(vault, 305);
    const lessons = readLessons(vault.vault);
    expect([lessons.length, lessons[0]!.id, lessons.at(-1)!.id]).toEqual([300, 'u5', 'u304']);
  });

  it('holds stems, and where the input belongs', () => {
    const vault = tempVault(PAGES);
    teach(vault.vault, { id: 'u1', text: 'Les charpentes du toit', project: 'house', from: 'tidewater' });
    expect(readLessons(vault.vault)).toEqual([
      {
        id: 'u1',
        day: '2025-07-14',
        words: ['charpent', 'toit'],
        project: 'house',
        from: 'tidewater',
        folder: null,
        client: null,
      },
    ]);
  });

  it('is apart behind a wall, and what is forgotten is forgotten behind all of them', () => {
    const { vault, root } = tempVault(PAGES);
    const walled = { ...vault, root: wallRoot(root, 'one') };
    const lesson = (id: string) => ({ id, text: NOTE, project: 'house', from: null });
    teach(vault, lesson('u1'));
    teach(walled, lesson('u2'));
    expect([vault, walled].map((one) => readLessons(one).map(({ id }) => id))).toEqual([['u1'], ['u2']]);
    unlearn(vault, () => true);
    expect([vault, walled].map(readLessons)).toEqual([[], []]);
  });
});
