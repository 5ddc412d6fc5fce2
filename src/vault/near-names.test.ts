import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { createNearPaths } from './near-names.js';
import { parsePath } from './paths.js';

describe('paths near a missing one', () => {
  const files = {
    'projects/halle-verte/state.md': 'a',
    'projects/halle-verte/bucket/plan.md': 'a',
    'projects/demenagement-atelier/state.md': 'a',
    'projects/atelier-verte/state.md': 'a',
    'projects/tidewater/bucket/plan.md': 'a',
    'bucket/note.md': 'a',
  };
  const suggestions = () => {
    const { root } = tempVault(files);
    return (path: string) => createNearPaths(root)(parsePath(path));
  };

  it('finds a typo, and a file by its last names', () => {
    const near = suggestions();
    expect(near('projects/halle-verte/stat.md')).toEqual(['vault/projects/halle-verte/state.md']);
    expect(near('note.md')).toEqual(['vault/bucket/note.md']);
    expect(near('bucket/plan.md')).toEqual([
      'vault/projects/halle-verte/bucket/plan.md',
      'vault/projects/tidewater/bucket/plan.md',
    ]);
  });

  it('finds the file of a folder that is only half remembered, the likeliest first', () => {
    const near = suggestions();
    expect(near('projects/la-halle/state.md')).toEqual(['vault/projects/halle-verte/state.md']);
    expect(near('projects/atelier-nantes-verte/state.md')).toEqual([
      'vault/projects/atelier-verte/state.md',
      'vault/projects/demenagement-atelier/state.md',
      'vault/projects/halle-verte/state.md',
    ]);
    expect(near('projects/unknown/state.md')).toEqual([]);
  });
});
