/** The languages that Rappel speaks. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of the locale, in the order of POSIX; English for any that Rappel does not speak. */
export function localeLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  return /^fr(?:$|[-_.@])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'fr' : 'en';
}
