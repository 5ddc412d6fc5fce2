import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeQmd, installFakePackage, nodeThatSays } from '../../../../test/support/fake-qmd.js';
import { findQmd } from './find-qmd.js';
import { findModels } from './models.js';

describe('QMD is found', () => {
  it.each([
    ['in the folder of the package', (home: string) => home],
    ['in a folder it is installed in', (home: string) => join(home, '..', '..', '..')],
    ['behind its command', (home: string) => join(home, 'bin', 'qmd')],
  ])('%s that RAPPEL_QMD names', (_, place) => {
    const fake = fakeQmd('well');
    const home = join(fake.folder, 'node_modules', '@tobilu', 'qmd');
    expect(findQmd({ ...fake.env, RAPPEL_QMD: place(home) })).toMatchObject({
      version: '2.8.3',
      nodeVersion: '24.0.0',
    });
  });

  it('behind the qmd of the shell, and in the global folder of its Node.js', () => {
    const fake = fakeQmd('well');
    const { RAPPEL_QMD: _, ...rest } = fake.env;
    const bin = join(fake.folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(fake.folder, 'node_modules', '@tobilu', 'qmd', 'bin', 'qmd'), join(bin, 'qmd'));
    expect(findQmd({ ...rest, PATH: `/nowhere:${bin}` })).toMatchObject({ version: '2.8.3' });
    installFakePackage(join(fake.folder, 'lib'), '2.9.0');
    const node = nodeThatSays(bin, 'v24.0.0');
    expect(findQmd({ ...rest, PATH: '', RAPPEL_QMD_NODE: node })).toMatchObject({ version: '2.9.0' });
  });

  it.each([
    ['1.9.0', /is too old; 2\.8\.3 is needed/],
    ['2.8.2', /is too old/],
    ['3.0.0', /is newer than Rappel knows/],
  ])('but not %s', (version, problem) => {
    const fake = fakeQmd('well');
    installFakePackage(fake.folder, version);
    const found = findQmd(fake.env);
    expect(found).toMatchObject({ problem: expect.stringMatching(problem) });
    expect(found).toMatchObject({ command: 'npm install -g --ignore-scripts @tobilu/qmd@2.8.3' });
  });

  it('or the command that installs it is named', () => {
    const fake = fakeQmd('well');
    const { RAPPEL_QMD: _, ...env } = fake.env;
    const elsewhere = join(fake.folder, 'elsewhere', 'bin');
    mkdirSync(elsewhere, { recursive: true });
    const node = nodeThatSays(elsewhere, 'v24.0.0');
    expect(findQmd({ ...env, PATH: '', RAPPEL_QMD_NODE: node })).toEqual({
      problem: 'QMD is not installed',
      command: 'npm install -g --ignore-scripts @tobilu/qmd',
    });
  });
});

describe('models are found', () => {
  it('where QMD put them, and only whole ones', () => {
    const { folder, env } = fakeQmd('well');
    const theirs = join(folder, 'qmd', 'models');
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, 'hf_ggml-org_qwen3-reranker-0.6b-q8_0.gguf'), 'GGUF…');
    writeFileSync(join(theirs, 'qmd-query-expansion-1.7B-q4_k_m.gguf'), '<html>');
    const { embed, rerank, generate } = findModels(env);
    expect(embed.path).toBeNull();
    expect(rerank.path).toBe(join(theirs, 'hf_ggml-org_qwen3-reranker-0.6b-q8_0.gguf'));
    expect(generate.path).toBeNull();
  });

  it('where the variables of QMD say', () => {
    const { folder, env } = fakeQmd('well');
    const path = join(folder, 'mine.gguf');
    writeFileSync(path, 'GGUF…');
    expect(findModels({ ...env, QMD_EMBED_MODEL: path }).embed).toEqual({ name: path, path });
  });
});
