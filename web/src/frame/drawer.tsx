import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';

interface DrawerProps {
  open: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The sidebar on a narrow screen. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already
    <dialog
      ref={dialog}
      aria-label={t.nav.main}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none -translate-x-2 bg-panel text-ink shadow-float transition-transform open:flex open:translate-x-0"
    >
      {open && (
        <div className="relative flex min-w-0 flex-1">
          {children}
          <div className="absolute top-2.5 right-2">
            <IconButton label={t.nav.closeMenu} onClick={onClose}>
              <X aria-hidden size={18} />
            </IconButton>
          </div>
        </div>
      )}
    </dialog>
  );
}
