import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language, localeLanguage } from '../../words/language.js';
import { configFile } from './config-path.js';

/** The language of the person: `RAPPEL_LANGUAGE`, else the settings, else the locale. */
export function languageSetting(env: NodeJS.ProcessEnv, settings = languageInSettings(env)): Language {
  return LANGUAGES.find((known) => known === env.RAPPEL_LANGUAGE) ?? settings ?? localeLanguage(env);
}

/** Without a check of the rest, which every command that needs the settings makes: help works whatever they hold. */
function languageInSettings(env: NodeJS.ProcessEnv): Language | undefined {
  try {
    const { language } = JSON.parse(readFileSync(configFile(env), 'utf8'));
    return LANGUAGES.find((known) => known === language);
  } catch {
    return undefined;
  }
}
