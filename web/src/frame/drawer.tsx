import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';

/** The sidebar on a narrow screen. */
export function Drawer(props: { open: boolean; onClose(): void; children: ReactNode }) {
  const t = useText();
  return (
    <Dialog
      {...props}
      label={t.nav.main}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none -translate-x-2 bg-panel text-ink shadow-float transition-transform open:flex open:translate-x-0"
    >
      <div className="relative flex min-w-0 flex-1">
        {props.children}
        <div className="absolute top-2.5 right-2">
          <IconButton label={t.nav.closeMenu} onClick={props.onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
    </Dialog>
  );
}
