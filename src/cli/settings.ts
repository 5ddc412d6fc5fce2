import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import type { Language } from '../vault/starter.js';

export interface Settings {
  /** The vault's folder, absolute. */
  vault: string;
  language: Language;
}

const config = z.strictObject({
  vault: z.string('a folder').min(1, 'a folder').optional(),
  language: z.enum(['en', 'fr'], '"en" or "fr"').optional(),
});

/** Flags over environment over `$XDG_CONFIG_HOME/rappel/config.json` over defaults. */
export function loadSettings(flags: { vault?: string | undefined }, env: NodeJS.ProcessEnv): Settings {
  const file = readConfig(env);
  const vault = flags.vault || env.RAPPEL_VAULT || file.vault || '~/rappel';
  return {
    vault: resolve(expandHome(vault)),
    language: languageOf(env.RAPPEL_LANGUAGE) ?? file.language ?? localeLanguage(env),
  };
}

export function configFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'rappel', 'config.json');
}

function readConfig(env: NodeJS.ProcessEnv): z.infer<typeof config> {
  const path = configFile(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {};
    throw broken(path, 'it cannot be read');
  }
  try {
    return config.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw broken(path, 'it is not valid JSON');
    const issue = error.issues[0]!;
    if (issue.code === 'unrecognized_keys') {
      throw broken(
        path,
        `unknown setting ${issue.keys[0]}; the settings are ${Object.keys(config.shape).join(', ')}`,
      );
    }
    throw broken(path, `${issue.path.join('.') || 'the whole'}: expected ${issue.message}`);
  }
}

function broken(path: string, reason: string): RappelError {
  return new RappelError('invalid_input', `the settings in ${path} can't be used: ${reason}`, {
    hint: 'Mend the file or remove it; an example is {"vault": "~/rappel"}.',
  });
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

function localeLanguage(env: NodeJS.ProcessEnv): Language {
  return languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG) ?? 'en';
}

function languageOf(locale: string | undefined): Language | null {
  const language = locale?.slice(0, 2).toLowerCase();
  return language === 'fr' || language === 'en' ? language : null;
}
