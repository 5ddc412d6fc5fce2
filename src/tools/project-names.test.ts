import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { recordedPath } from '../vault/paths.js';
import { findProject, nameWords } from './find-project.js';
import { followProjects, projectNames } from './project-names.js';

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

  it('of a watched vault are read again where a change is told, and only there', () => {
    const { vault, root } = tempVault(FILES);
    const titles = () => projectNames(vault).map(({ title }) => title);
    const write = (path: string, text: string) => writeFileSync(join(root, path), text);
    const { changed, doubt, stop } = followProjects(vault);
    expect(titles()).toEqual(['empty', 'La Halle Verte', 'Startup X', 'untold']);
    write('projects/untold/description.md', '# Told\n');
    expect(titles()).toContain('untold');
    changed(recordedPath('projects/untold/state.md'));
    expect(titles()).toContain('untold');
    changed(recordedPath('projects/untold/description.md'));
    expect(titles()).toContain('Told');
    write('projects/untold/description.md', '# Doubted\n');
    doubt();
    expect(titles()).toContain('Doubted');
    write('projects/untold/description.md', '# No longer watched\n');
    stop();
    expect(titles()).toContain('No longer watched');
  });

  it('of a watched vault are there at once where a project is new, gone or described for the first time', () => {
    const { vault, root } = tempVault(FILES);
    const titles = () => projectNames(vault).map(({ title }) => title);
    followProjects(vault);
    titles();
    rmSync(join(root, 'projects/untold'), { recursive: true });
    mkdirSync(join(root, 'projects/new'));
    expect(titles()).toEqual(['empty', 'La Halle Verte', 'new', 'Startup X']);
    writeFileSync(join(root, 'projects/new/description.md'), '# Brand new\n');
    expect(titles()).toEqual(['empty', 'La Halle Verte', 'Brand new', 'Startup X']);
  });

  it('are the same objects where a description was only stamped', () => {
    const { vault, root } = tempVault(FILES);
    const before = projectNames(vault);
    writeFileSync(join(root, 'projects/startup-x/description.md'), '---\ntokens: 3\n---\n# Startup X\n');
    expect(projectNames(vault)).toBe(before);
  });

  it('of a watched vault are looked at again where they lie behind a link', () => {
    const { vault, root } = tempVault({ 'work/ketch/description.md': '# The Ketch\n' });
    symlinkSync('work', join(root, 'projects'));
    followProjects(vault);
    expect(projectNames(vault).map(({ title }) => title)).toEqual(['The Ketch']);
    writeFileSync(join(root, 'work/ketch/description.md'), '# The Yawl\n');
    expect(projectNames(vault).map(({ title }) => title)).toEqual(['The Yawl']);
  });

  it('do not keep the descriptions in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const text = `# A title of more than a few letters\n\n${'x'.repeat(1_000_000)}\n`;
    const { vault } = tempVault(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`projects/p${at}/description.md`, text])),
    );
    collect();
    const before = process.memoryUsage().heapUsed;
    expect(projectNames(vault)).toHaveLength(30);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });

  it('do not need a description that can be read', () => {
    const { vault, root } = tempVault(FILES);
    writeFileSync(join(root, 'projects/untold/description.md'), Buffer.from([0, 255, 254, 1]));
    expect(findProject(nameWords('where is untold'), projectNames(vault))?.project.name).toBe('untold');
  });
});
