import { PenLine, Search } from 'lucide-react';
import { type Store, useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import type { Mode } from './composer-state.js';

const MODES = [
  ['update', PenLine, 'peer-checked:bg-accent-soft peer-checked:text-accent'],
  ['search', Search, 'peer-checked:bg-ask-soft peer-checked:text-ask'],
] as const;

/** Update or Search. Who points at one goes on to write; with the keyboard, arrows go on through the modes. */
export function ModeSwitch({ store, onPointed }: { store: Store<Mode>; onPointed(): void }) {
  const t = useText();
  const mode = useStore(store);
  return (
    <fieldset className="flex rounded-lg p-0.5">
      <legend className="sr-only">{t.composer.mode}</legend>
      {MODES.map(([name, Icon, colours]) => (
        <label key={name} className="relative cursor-pointer">
          <input
            type="radio"
            name="mode"
            checked={mode === name}
            onChange={() => store.set(name)}
            onClick={({ detail }) => detail > 0 && onPointed()}
            className="peer sr-only"
          />
          <span
            className={`inline-flex h-8 items-center gap-1.5 rounded-lg px-2.5 font-medium text-faint text-sm transition-colors hover:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-accent pointer-coarse:h-10 ${colours}`}
          >
            <Icon aria-hidden size={15} />
            {t.composer[name]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
