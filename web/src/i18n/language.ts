import { useEffect, useState } from 'react';
import { type Say, sayEnglish, sayIn } from '../../../src/words/say.js';
import { createKeptStore, type Store, useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import type { Messages } from './en.js';
import { type Language, MESSAGES } from './messages.js';

/** The browser's language, until another is chosen. */
export function createLanguage(): Store<Language> {
  const store = createKeptStore<Language>('rappel.language', browserLanguage());
  const apply = () => {
    document.documentElement.lang = store.get();
  };
  store.subscribe(apply);
  apply();
  return store;
}

export function useLanguage(): Language {
  return useStore(useApp().language);
}

export function useText(): Messages {
  return MESSAGES[useLanguage()];
}

/** Says what the service said in English; its French is loaded when it is first needed. */
export function useSay(): Say {
  const language = useLanguage();
  const [say, setSay] = useState<Say>(() => sayEnglish);
  useEffect(() => {
    let isCurrent = true;
    void sayIn(language).then((loaded) => isCurrent && setSay(() => loaded));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return say;
}

/** Dates as the user's own country writes them. */
export function localeOf(language: Language): string {
  return navigator.languages.find((name) => name.toLowerCase().startsWith(language)) ?? language;
}

function browserLanguage(): Language {
  const wanted = navigator.languages.find((name) => /^(?:en|fr)\b/i.test(name));
  return wanted?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
