import { LogOut, Settings2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useHealth, useSession } from '../api/queries.js';
import { useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button, buttonClass } from '../ui/button.js';
import { useApp } from './app-context.js';
import { LanguageChoices, ThemeChoices } from './look-choices.js';
import { Link } from './navigation.js';

/** Appearance, language, and what the page knows of the service. */
export function SettingsMenu({ onNavigate }: { onNavigate(): void }) {
  const t = useText();
  const { data: health } = useHealth();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is inside
    <div
      ref={box}
      className="relative border-line border-t p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-2.5 rounded-lg px-2 text-sm text-soft transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-10"
      >
        <Settings2 aria-hidden size={16} />
        {t.nav.settings}
        {health && <span className="ml-auto text-faint text-xs">{health.version}</span>}
      </button>
      {open && (
        <div
          id={id}
          className="absolute bottom-full left-2 z-40 mb-1 w-64 animate-arrive space-y-4 rounded-xl border border-line bg-raised p-4 text-sm shadow-float"
        >
          <MenuItems onClose={() => setOpen(false)} onNavigate={onNavigate} />
        </div>
      )}
    </div>
  );
}

function MenuItems({ onClose, onNavigate }: { onClose(): void; onNavigate(): void }) {
  const t = useText();
  const app = useApp();
  const dismissed = useStore(app.setup);
  const { data: health } = useHealth();
  const { data: session } = useSession();
  const may = useMay();
  return (
    <>
      <ThemeChoices />
      <LanguageChoices name={t.settings.language} />
      {health !== undefined && (
        <div>
          <p className="mb-1 font-medium text-faint text-xs">{t.settings.model}</p>
          <p>{health.model ?? t.settings.noModel}</p>
        </div>
      )}
      {may.administer && (
        <Link
          href="/settings"
          className={buttonClass('outline', 'w-full')}
          onClick={() => {
            onClose();
            onNavigate();
          }}
        >
          {t.settings.all}
        </Link>
      )}
      <div>
        <p className="mb-1 font-medium text-faint text-xs">{t.settings.shortcuts}</p>
        <Button
          look="outline"
          className="w-full"
          onClick={() => {
            onClose();
            app.shortcuts.set(true);
          }}
        >
          {t.settings.showShortcuts}
        </Button>
      </div>
      {dismissed.length > 0 && (
        <Button look="outline" className="w-full" onClick={() => app.setup.set([])}>
          {t.settings.showSetup}
        </Button>
      )}
      {session?.needed && (
        <Button look="outline" className="w-full" onClick={() => void app.session.leave().catch(() => {})}>
          <LogOut aria-hidden size={14} /> {t.login.leave}
        </Button>
      )}
    </>
  );
}
