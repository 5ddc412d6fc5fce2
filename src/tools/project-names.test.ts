import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { findProject, nameWords, projectNames } from './project-names.js';

const FILES = {
  'projects/halle-verte/description.md':
    '---\ncreated: 2025-07-01T09:00:00\n---\n\n# La Halle Verte\n\nA market.\n',
  'projects/startup-x/description.md': '```sh\n# not a title\n```\n\n# Startup X ##\n',
  'projects/untold/description.md': 'No heading.\n',
  'projects/empty/state.md': '## Status\n',
};

describe('the names of projects', () => {
  it('are the first headings of their descriptions, else those of their folders', () => {
    const { vault } = tempVault(FILES);
    expect(projectNames(vault).map(({ name, title }) => [name, title])).toEqual([
      ['empty', 'empty'],
      ['halle-verte', 'La Halle Verte'],
      ['startup-x', 'Startup X'],
      ['untold', 'untold'],
    ]);
  });

  it('are read again where something has changed, and only there', () => {
    const { vault, root } = tempVault(FILES);
    const before = projectNames(vault);
    expect(projectNames(vault)).toBe(before);
    writeFileSync(join(root, 'projects/untold/description.md'), '# Told\n');
    const after = projectNames(vault);
    expect(after.map(({ title }) => title)).toEqual(['empty', 'La Halle Verte', 'Startup X', 'Told']);
    expect(after[1]).toBe(before[1]);
    rmSync(join(root, 'projects/untold'), { recursive: true });
    mkdirSync(join(root, 'projects/new'));
    expect(projectNames(vault).map(({ name }) => name)).toEqual(['empty', 'halle-verte', 'new', 'startup-x']);
  });

  it('follow a link inside the vault, whatever it leads to, and none that leads outside', () => {
    const { vault, root } = tempVault({ ...FILES, 'bucket/about.md': '# About\n' });
    symlinkSync('../../bucket/about.md', join(root, 'projects/empty/description.md'));
    const titles = () => projectNames(vault).map(({ title }) => title);
    expect(titles()).toContain('About');
    writeFileSync(join(root, 'bucket/about.md'), '# Aboot\n');
    expect(titles()).toContain('Aboot');
    rmSync(join(root, 'projects/empty/description.md'));
    symlinkSync('/etc/hosts', join(root, 'projects/empty/description.md'));
    expect(titles()).toContain('empty');
  });

  it('do not need a description that can be read', () => {
    const { vault, root } = tempVault(FILES);
    writeFileSync(join(root, 'projects/untold/description.md'), Buffer.from([0, 255, 254, 1]));
    expect(findProject(nameWords('where is untold'), projectNames(vault))?.project.name).toBe('untold');
  });
});
