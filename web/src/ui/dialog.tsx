import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  label: string;
  open: boolean;
  onClose(): void;
  className: string;
  children: ReactNode;
}

/** A box over everything. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({ label, open, onClose, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already
    <dialog
      ref={dialog}
      aria-label={label}
      // It arrives later than the closing: by then the dialog may be open again.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={className}
    >
      {open && children}
    </dialog>
  );
}
