import type { Mode } from '../composer/composer-state.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';

/** Puts an example note into the input. */
export function ExampleNote() {
  const t = useText();
  const fill = useFill();
  return (
    <Button look="outline" onClick={() => fill('update', t.welcome.example)}>
      {t.welcome.tellAction}
    </Button>
  );
}

/** Puts a question about the example note into the input; there is nothing to find in an empty vault. */
export function ExampleQuestion({ disabled = false }: { disabled?: boolean }) {
  const t = useText();
  const fill = useFill();
  return (
    <Button look="outline" disabled={disabled} onClick={() => fill('search', t.welcome.askExample)}>
      {t.welcome.askAction}
    </Button>
  );
}

function useFill() {
  const { composer } = useApp();
  return (mode: Mode, text: string) => {
    composer.mode.set(mode);
    composer.text.set(text);
    composer.focus.set((count) => count + 1);
  };
}
