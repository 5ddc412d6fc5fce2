import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { resolveScopes } from './named-scopes.js';

const FILES = {
  'projects/tidewater/description.md': '# Tidewater\n\nA dashboard for harbours.\n',
  'projects/tidewater/state.md': '# Status\n\nThe launch is blocked by Tom.\n',
  'projects/halle-verte/description.md': '# La Halle Verte\n\nUn site.\n',
  'projects/halle-verte/state.md': '# Status\n\nThe launch is near.\n',
  'bucket/meeting-notes.md': 'The launch of the book.\n',
};

describe('a scope', () => {
  it.each([
    ['tidewater', 'vault/projects/tidewater/'],
    ['Tidewater', 'vault/projects/tidewater/'],
    ['tidewatr', 'vault/projects/tidewater/'],
    ['projects/tidewatr/', 'vault/projects/tidewater/'],
    ['La Halle Verte', 'vault/projects/halle-verte/'],
    ['halle verte', 'vault/projects/halle-verte/'],
    ['Meeting notes', 'vault/bucket/meeting-notes.md'],
    ['projects/tidewater', 'projects/tidewater'],
    ['projects/*/state.md', 'projects/*/state.md'],
  ])('%s is %s', (scope, path) => {
    expect(resolveScopes(tempVault(FILES).vault, [scope]).scopes).toEqual([path]);
  });

  it('that matches nothing is said, with the nearest one', async () => {
    const { call } = tempVault(FILES);
    const { data } = await call('search', { queries: ['launch'], scopes: ['projects/riverside/'] });
    expect(data).toEqual({
      results: [],
      stages: expect.arrayContaining([
        {
          name: 'scopes',
          ran: true,
          reason: 'nothing is at "projects/riverside/"; the nearest is vault/projects/tidewater/',
        },
      ]),
    });
  });

  it('by name restricts, and says what it was read as', async () => {
    const { call } = tempVault(FILES);
    const { data } = await call('search', { queries: ['launch'], scopes: ['tidewatr'] });
    expect(data).toMatchObject({
      results: [{ path: 'vault/projects/tidewater/state.md' }],
      stages: expect.arrayContaining([
        { name: 'scopes', ran: true, reason: '"tidewatr" is vault/projects/tidewater/' },
      ]),
    });
  });

  it('that could lead outside is refused as before', async () => {
    const { error } = tempVault(FILES);
    expect((await error('search', { queries: ['x'], scopes: ['../tidewater'] })).code).toBe('invalid_input');
  });
});
