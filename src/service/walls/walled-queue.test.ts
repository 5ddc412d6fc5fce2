import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { projectWall, wallKey } from '../../vault/wall.js';
import { createQueue } from '../updates/queue.js';
import { walledQueue } from './walled-queue.js';

describe('the queue behind a wall', () => {
  it('has the updates of that wall, and says of others what it says of none', async () => {
    const queue = createQueue(tempVault().vault);
    const wall = projectWall('ketch');
    const input = { text: 'x', images: [], inbox_ref: null };
    await queue.admit({ ...input, wall }, 'own');
    await queue.admit(input, 'other');
    const walled = walledQueue(queue, wallKey(wall));
    expect(walled.list().map(({ id }) => id)).toEqual(['own']);
    expect([walled.has('own'), walled.has('other')]).toEqual([true, false]);
    expect(walled.input('own')).toMatchObject({ wall });
    expect(() => walled.find('other')).toThrow('no update "other"');
    expect(() => walled.find('none')).toThrow('no update "none"');
  });

  it('shows no question that took the name of its own, answered one', async () => {
    const { vault, root } = tempVault();
    const queue = createQueue(vault);
    const wall = projectWall('ketch');
    const input = { text: 'x', images: [], inbox_ref: null };
    const item = '2025-07-14-rope';
    mkdirSync(join(root, 'inbox', item), { recursive: true });
    writeFileSync(join(root, 'inbox', item, 'review.md'), '# Whose rope?\n');
    await queue.admit({ ...input, wall }, 'own');
    queue.set('own', { state: 'needs_answer', inbox: item });
    const walled = walledQueue(queue, wallKey(wall));
    expect(walled.items()).toEqual(new Set([item]));
    expect(walled.find('own')).toMatchObject({ state: 'needs_answer', question: { text: 'Whose rope?' } });
    await queue.admit(input, 'other');
    queue.set('other', { state: 'needs_answer', inbox: item });
    expect(walled.items()).toEqual(new Set());
    expect(walled.find('own')).toMatchObject({ state: 'done' });
    expect(walled.find('own').question).toBeUndefined();
  });
});
