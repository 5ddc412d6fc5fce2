import { CalendarClock, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type Store, useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';

/** The day as of which a question is asked; today until one is chosen. */
export function AsOfPicker({ store }: { store: Store<string | null> }) {
  const t = useText();
  const id = useId();
  const day = useStore(store);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && day === null)
    return (
      <IconButton label={t.composer.asOf} onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden size={17} />
      </IconButton>
    );
  const close = () => {
    store.set(null);
    setOpen(false);
  };
  return (
    <span className="inline-flex items-center gap-1 rounded-lg bg-ask-soft pl-2 text-ask text-sm">
      <label htmlFor={id} className="max-sm:sr-only">
        {t.composer.asOf}
      </label>
      <input
        id={id}
        type="date"
        // biome-ignore lint/a11y/noAutofocus: it appears because the user asked for it
        autoFocus={day === null}
        max={today()}
        value={day ?? ''}
        onChange={({ target }) => store.set(target.value === '' ? null : target.value)}
        className="h-8 bg-transparent pointer-coarse:h-10"
      />
      <IconButton label={t.composer.asOfToday} onClick={close}>
        <X aria-hidden size={15} />
      </IconButton>
    </span>
  );
}

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
