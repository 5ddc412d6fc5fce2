import { useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import { Choices } from '../ui/choices.js';
import { useApp } from './app-context.js';

export const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const;

/** The theme of the page in this browser. */
export function ThemeChoices() {
  const { settings } = useText();
  const app = useApp();
  return (
    <Choices
      name={settings.theme}
      chosen={useStore(app.theme)}
      onChoose={(choice) => app.theme.set(choice)}
      options={[
        ['system', settings.system],
        ['light', settings.light],
        ['dark', settings.dark],
      ]}
    />
  );
}

/** The language of the page in this browser. */
export function LanguageChoices({ name }: { name: string }) {
  const app = useApp();
  return (
    <Choices
      name={name}
      chosen={useStore(app.language)}
      onChoose={(choice) => app.language.set(choice)}
      options={LANGUAGES}
    />
  );
}
