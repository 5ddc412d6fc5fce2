import { useEffect, useRef } from 'react';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { PaletteBody } from './palette-body.js';

/** The search box: opens over everything with ⌘K. */
export function Palette() {
  const t = useText();
  const { palette } = useApp();
  const open = useStore(palette);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = () => palette.set(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already
    <dialog
      ref={dialog}
      aria-label={t.palette.title}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="mx-auto mt-[max(1rem,10dvh)] max-h-[80dvh] w-[min(44rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-float open:flex open:animate-arrive"
    >
      {open && <PaletteBody onClose={close} />}
    </dialog>
  );
}
