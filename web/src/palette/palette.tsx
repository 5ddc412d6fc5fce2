import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { Dialog } from '../ui/dialog.js';
import { PaletteBody } from './palette-body.js';

/** The search box: opens over everything with ⌘K. */
export function Palette() {
  const t = useText();
  const { palette } = useApp();
  const opened = useStore(palette);
  const close = () => palette.set(false);
  return (
    <Dialog
      label={t.palette.title}
      open={opened !== false}
      onClose={close}
      className="mx-auto mt-[max(1rem,10dvh)] max-h-[80dvh] w-[min(44rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-float open:flex open:animate-arrive"
    >
      <PaletteBody start={typeof opened === 'string' ? opened : ''} onClose={close} />
    </Dialog>
  );
}
