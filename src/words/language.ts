/** The languages that Rappel speaks. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The variables of the environment that name it. */
type Locale = { [Name in 'LC_ALL' | 'LC_MESSAGES' | 'LANG']?: string | undefined };

/** The language of the locale, in the order of POSIX; English for any that Rappel does not speak. */
export function localeLanguage({ LC_ALL, LC_MESSAGES, LANG }: Locale): Language {
  return /^fr(?:$|[-_.@])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'fr' : 'en';
}
