import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configFile, expandHome } from './config-path.js';

/** The vault's folder, absolute: a flag over the environment over the config file. */
export function vaultSetting(given: string | undefined, env: NodeJS.ProcessEnv, configured?: string): string {
  return resolve(expandHome(given || env.RAPPEL_VAULT || configured || '~/rappel'));
}

/** The same for a program that must not fail: settings that can't be read name no vault. */
export function vaultOfHook(given: string | undefined, env: NodeJS.ProcessEnv): string {
  let configured: unknown;
  try {
    configured = (JSON.parse(readFileSync(configFile(env), 'utf8')) as { vault?: unknown }).vault;
  } catch {
    // No settings.
  }
  return vaultSetting(given, env, typeof configured === 'string' ? configured : undefined);
}
