import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { engineSetting } from './engine-setting.js';

function envWith(search?: object): NodeJS.ProcessEnv {
  const folder = tempFolder();
  mkdirSync(join(folder, 'rappel'));
  if (search !== undefined) writeFileSync(join(folder, 'rappel', 'config.json'), JSON.stringify({ search }));
  return { XDG_CONFIG_HOME: folder };
}

describe('who searches', () => {
  it('is the own engine, unless the config file, or over it the environment, says otherwise', () => {
    expect(engineSetting(envWith()).engine).toBe('own');
    const env = envWith({ engine: 'qmd' });
    expect(engineSetting(env).engine).toBe('qmd');
    expect(engineSetting({ ...env, RAPPEL_ENGINE: 'own' }).engine).toBe('own');
  });

  it('comes with the places of QMD, those of the environment first', () => {
    const env = { ...envWith({ engine: 'qmd', qmd: '/a', qmd_node: '/b/node' }), RAPPEL_QMD: '/c' };
    expect(engineSetting(env).env).toMatchObject({ RAPPEL_QMD: '/c', RAPPEL_QMD_NODE: '/b/node' });
  });

  it('is nobody else', () => {
    expect(() => engineSetting({ ...envWith(), RAPPEL_ENGINE: 'elastic' })).toThrow(
      'the engine: got "elastic", expected one of own, qmd',
    );
    expect(() => engineSetting(envWith({ engine: 'elastic' }))).toThrow(
      /search\.engine: expected "own" or "qmd"/,
    );
  });
});
