import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KEY_VARIABLES, type Provider } from '../../agents/model-settings.js';
import { RappelError } from '../../shared/errors.js';
import { writeSettingsFile } from './config-file.js';
import { configFile } from './config-path.js';

/** A provider's key: from the environment, else from a file that only its owner can read. */
export function readKey(provider: Provider, env: NodeJS.ProcessEnv): string | null {
  for (const name of KEY_VARIABLES[provider]) if (env[name]) return env[name];
  return readKeys(env)[provider] ?? null;
}

/** Where a provider's key is; null if there is none. */
export function keySource(provider: Provider, env: NodeJS.ProcessEnv): 'environment' | 'saved' | null {
  if (KEY_VARIABLES[provider].some((name) => env[name])) return 'environment';
  return readKeys(env)[provider] ? 'saved' : null;
}

export function saveKey(provider: Provider, key: string, env: NodeJS.ProcessEnv): void {
  writeSettingsFile(keyFile(env), { ...readKeys(env), [provider]: key });
}

/** Where the keys are. */
export function keyFile(env: NodeJS.ProcessEnv): string {
  return join(dirname(configFile(env)), 'keys.json');
}

function readKeys(env: NodeJS.ProcessEnv): Partial<Record<Provider, string>> {
  const file = keyFile(env);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new RappelError('invalid_input', 'key.readable', { file });
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new RappelError('invalid_input', 'key.unreadable', { file });
  }
}
