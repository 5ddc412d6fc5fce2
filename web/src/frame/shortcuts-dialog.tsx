import { useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import { shortcutsOf } from '../palette/commands.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { useApp } from './app-context.js';

/** Every shortcut: opens with `?`. */
export function ShortcutsDialog() {
  const t = useText();
  const { shortcuts } = useApp();
  const close = () => shortcuts.set(false);
  return (
    <Dialog
      label={t.settings.shortcuts}
      open={useStore(shortcuts)}
      onClose={close}
      className="mx-auto mt-[max(1rem,15dvh)] w-[min(26rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-raised p-5 text-ink shadow-float open:animate-arrive"
    >
      <h2 className="mb-3 font-semibold">{t.settings.shortcuts}</h2>
      <dl className="mb-4 grid grid-cols-[1fr_auto] gap-y-2 text-sm text-soft [&_dd]:text-right [&_dd]:text-ink">
        {shortcutsOf(t).map(([what, keys]) => (
          <div key={what} className="contents">
            <dt>{what}</dt>
            <dd>
              <kbd className="rounded-md border border-line bg-panel px-1.5 py-0.5 font-sans text-xs">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Button look="outline" onClick={close}>
        {t.settings.close}
      </Button>
    </Dialog>
  );
}
