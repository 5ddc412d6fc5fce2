import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type ModelSettings, PROVIDERS } from '../agents/model-settings.js';
import { RappelError } from '../shared/errors.js';
import type { Language } from '../vault/starter.js';

export interface Settings {
  /** The vault's folder, absolute. */
  vault: string;
  language: Language;
  /** Null: no model, the librarian does the work. */
  model: ModelSettings | null;
  /** How large the history may become; null for the default. */
  historyLimitBytes: number | null;
}

const MEGABYTES = 'a number of megabytes';

const config = z.strictObject({
  vault: z.string('a folder').min(1, 'a folder').optional(),
  language: z.enum(['en', 'fr'], '"en" or "fr"').optional(),
  model: z
    .strictObject(
      {
        provider: z.enum(PROVIDERS, `one of ${PROVIDERS.join(', ')}`),
        name: z.string('the name of a model').min(1, 'the name of a model'),
        small: z.string('the name of a model').optional(),
        base_url: z.url('an address').optional(),
        price: z
          .strictObject({ input: z.number('dollars'), output: z.number('dollars') }, 'input and output')
          .optional(),
      },
      'provider and name',
    )
    .optional(),
  history: z
    .strictObject({ limit_mb: z.number(MEGABYTES).positive(MEGABYTES).optional() }, 'limit_mb')
    .optional(),
});

/** Flags over environment over `$XDG_CONFIG_HOME/rappel/config.json` over defaults. */
export function loadSettings(flags: { vault?: string | undefined }, env: NodeJS.ProcessEnv): Settings {
  const file = readConfig(env);
  const vault = flags.vault || env.RAPPEL_VAULT || file.vault || '~/rappel';
  return {
    vault: resolve(expandHome(vault)),
    language: languageOf(env.RAPPEL_LANGUAGE) ?? file.language ?? localeLanguage(env),
    model: modelOf(env, file),
    historyLimitBytes: historyLimit(env.RAPPEL_HISTORY_LIMIT_MB, file.history?.limit_mb),
  };
}

function historyLimit(given: string | undefined, fromFile: number | undefined): number | null {
  const megabytes = given ? Number(given) : fromFile;
  if (megabytes === undefined) return null;
  if (megabytes > 0) return megabytes * 1024 * 1024;
  throw new RappelError('invalid_input', `RAPPEL_HISTORY_LIMIT_MB: got "${given}", expected ${MEGABYTES}`);
}

/** `RAPPEL_MODEL=anthropic:NAME`, else the config file. `RAPPEL_MODEL=none` switches the model off. */
function modelOf(env: NodeJS.ProcessEnv, file: z.infer<typeof config>): ModelSettings | null {
  const given = env.RAPPEL_MODEL;
  if (given === 'none') return null;
  if (!given) {
    if (file.model === undefined) return null;
    const { provider, name, small, base_url, price } = file.model;
    return {
      provider,
      model: name,
      smallModel: small ?? null,
      baseUrl: env.RAPPEL_BASE_URL || (base_url ?? null),
      price: price ?? null,
    };
  }
  const at = given.indexOf(':');
  const provider = PROVIDERS.find((name) => name === given.slice(0, at));
  if (provider === undefined) {
    throw new RappelError('invalid_input', `RAPPEL_MODEL: got "${given}", expected provider:model`, {
      hint: `The providers are ${PROVIDERS.join(', ')}.`,
    });
  }
  return {
    provider,
    model: given.slice(at + 1),
    smallModel: env.RAPPEL_SMALL_MODEL || null,
    baseUrl: env.RAPPEL_BASE_URL || null,
    price: null,
  };
}

/** Keeps the choice of a model in the config file; everything else in it stays. */
export function saveModel(model: ModelSettings | null, env: NodeJS.ProcessEnv): void {
  const path = configFile(env);
  const { model: _, ...rest } = readConfig(env);
  const chosen = model && {
    provider: model.provider,
    name: model.model,
    ...(model.smallModel !== null && { small: model.smallModel }),
    ...(model.baseUrl !== null && { base_url: model.baseUrl }),
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ ...rest, ...(chosen && { model: chosen }) }, null, 2)}\n`);
}

export function configFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(home(), '.config'), 'rappel', 'config.json');
}

/** A user without HOME whom the system does not know has none; naming the places is enough. */
function home(): string {
  try {
    return homedir();
  } catch {
    throw new RappelError('not_found', 'your home folder is not known', {
      hint: 'Set HOME, or name the vault with --vault (and the settings with XDG_CONFIG_HOME).',
    });
  }
}

function readConfig(env: NodeJS.ProcessEnv): z.infer<typeof config> {
  let path = '';
  let text: string;
  try {
    path = configFile(env);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // No home, no settings.
    if (error instanceof RappelError) return {};
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
  return path === '~' || path.startsWith('~/') ? join(home(), path.slice(1)) : path;
}

function localeLanguage(env: NodeJS.ProcessEnv): Language {
  return languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG) ?? 'en';
}

function languageOf(locale: string | undefined): Language | null {
  const language = locale?.slice(0, 2).toLowerCase();
  return language === 'fr' || language === 'en' ? language : null;
}
