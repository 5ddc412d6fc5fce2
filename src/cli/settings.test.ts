import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { DEFAULT_LIMITS } from '../agents/model-settings.js';
import { defaultOf, LIMIT_NAMES, LIMITS } from '../service/settings/limits.js';
import { loadSettings } from './settings.js';

/** An environment whose config file holds this. */
function withConfig(config: object | string): NodeJS.ProcessEnv {
  const home = tempFolder();
  mkdirSync(join(home, 'rappel'));
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  writeFileSync(join(home, 'rappel', 'config.json'), text);
  return { XDG_CONFIG_HOME: home };
}

const load = (env: NodeJS.ProcessEnv, flags = {}) => loadSettings(flags, env);
const MB = 1024 * 1024;

describe('settings', () => {
  it('takes flags over the environment over the config file over defaults', () => {
    const env = withConfig({ vault: '/of/file' });
    expect(load(env).vault).toBe('/of/file');
    expect(load({ ...env, RAPPEL_VAULT: '/of/environment' }).vault).toBe('/of/environment');
    expect(load({ ...env, RAPPEL_VAULT: '/of/environment' }, { vault: '/of/flag' }).vault).toBe('/of/flag');
    expect(load(withConfig({})).vault).toMatch(/\/rappel$/);
  });

  it('knows how large the history may become', () => {
    const env = withConfig({ history: { limit_mb: 50 } });
    expect(load(withConfig({})).historyLimitBytes).toBe(500 * MB);
    expect(load(env).historyLimitBytes).toBe(50 * MB);
    expect(load({ ...env, RAPPEL_HISTORY_LIMIT_MB: '0.5' }).historyLimitBytes).toBe(0.5 * MB);
    for (const wrong of ['0', '-1', 'much'])
      expect(() => load({ ...env, RAPPEL_HISTORY_LIMIT_MB: wrong })).toThrow(
        `RAPPEL_HISTORY_LIMIT_MB: got "${wrong}", expected a number of megabytes`,
      );
  });

  it('knows what a run may use', () => {
    const env = withConfig({ limits: { steps: 40, answer_seconds: 30 } });
    expect(load(withConfig({})).limits).toEqual(DEFAULT_LIMITS);
    expect(load(env).limits).toEqual({
      ...DEFAULT_LIMITS,
      steps: 40,
      answerMilliseconds: 30_000,
    });
    expect(load({ ...env, RAPPEL_LIMIT_STEPS: '7' }).limits.steps).toBe(7);
    for (const wrong of ['0', '-1', 'many'])
      expect(() => load({ ...env, RAPPEL_LIMIT_STEPS: wrong })).toThrow(
        `RAPPEL_LIMIT_STEPS: got "${wrong}", expected a number from 1 to 200`,
      );
    expect(() => load(withConfig({ limits: { seconds: 0 } }))).toThrow(
      'limits.seconds: expected a number from 1 to 86400',
    );
    expect(() => load(withConfig({ limits: { hours: 1 } }))).toThrow('unknown setting hours');
  });

  it('documents every limit with its default', () => {
    const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
    for (const name of LIMIT_NAMES)
      expect(page).toContain(`| \`${name}\` | ${defaultOf(name)} | ${LIMITS[name].summary}`);
  });

  it('takes the language that was chosen, else that of the system', () => {
    const env = withConfig({ language: 'fr' });
    expect(load(env).language).toBe('fr');
    expect(load({ ...env, RAPPEL_LANGUAGE: 'en' }).language).toBe('en');
    expect(load({ ...withConfig({}), LANG: 'fr_CA.UTF-8' }).language).toBe('fr');
    expect(load({ ...withConfig({}), LC_ALL: 'en_GB.UTF-8', LANG: 'fr_CA.UTF-8' }).language).toBe('en');
    expect(load({ ...withConfig({}), LANG: 'de_DE.UTF-8' }).language).toBe('en');
  });

  it('takes a model from the environment or the file, and none where that is said', () => {
    const env = withConfig({ model: { provider: 'mistral', name: 'm', base_url: 'http://localhost:1/v1' } });
    expect(load(env).model).toMatchObject({
      provider: 'mistral',
      model: 'm',
      baseUrl: 'http://localhost:1/v1',
    });
    expect(load({ ...env, RAPPEL_MODEL: 'anthropic:a:b' }).model).toMatchObject({
      provider: 'anthropic',
      model: 'a:b',
    });
    expect(load({ ...env, RAPPEL_MODEL: 'none' }).model).toBeNull();
    expect(() => load({ ...env, RAPPEL_MODEL: 'nobody:x' })).toThrow('RAPPEL_MODEL: got "nobody:x"');
  });

  it('names what is wrong in the config file', () => {
    for (const [config, said] of [
      ['{', 'config.json'],
      [{ history: { limit_mb: 0 } }, 'a number of megabytes'],
      [{ language: 'de' }, '"en" or "fr"'],
      [{ volt: '/x' }, 'volt'],
    ] as const)
      expect(() => load(withConfig(config))).toThrow(said);
  });
});
