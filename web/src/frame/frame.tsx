import { Menu, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ComposerBar } from '../composer/composer.js';
import { FileDialog } from '../file/file-dialog.js';
import { UndoLastDialog } from '../history/undo-last-dialog.js';
import { useText } from '../i18n/language.js';
import { Palette } from '../palette/palette.js';
import { IconButton } from '../ui/button.js';
import { useMedia } from '../ui/use-media.js';
import { useApp } from './app-context.js';
import { ConnectionNotice } from './connection-notice.js';
import { Drawer } from './drawer.js';
import { Mark } from './mark.js';
import { Link } from './navigation.js';
import { ResizeHandle, useSidebarWidth } from './resize-handle.js';
import { useShortcuts } from './shortcuts.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';
import { Sidebar } from './sidebar.js';

/** The tree and the inbox on the left, a view in the centre, the input floating below it. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText();
  const { palette } = useApp();
  const [drawer, setDrawer] = useState(false);
  const { width, setWidth } = useSidebarWidth();
  const narrow = useMedia(NARROW);
  useShortcuts();
  useEffect(() => {
    if (!narrow) setDrawer(false);
  }, [narrow]);

  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent text-sm focus:translate-y-0"
      >
        {t.nav.skip}
      </a>
      {narrow ? (
        <Drawer open={drawer} onClose={() => setDrawer(false)}>
          <Sidebar onNavigate={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside
          className="sticky top-0 flex h-dvh shrink-0 border-line border-r bg-panel print:hidden"
          style={{ width }}
        >
          <Sidebar onNavigate={() => {}} />
          <ResizeHandle width={width} onChange={setWidth} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {narrow && (
          <header className="sticky top-0 z-30 flex items-center gap-2 border-line border-b bg-paper/95 px-2 py-1.5 backdrop-blur print:hidden">
            <IconButton label={t.nav.menu} aria-expanded={drawer} onClick={() => setDrawer(true)}>
              <Menu aria-hidden size={20} />
            </IconButton>
            <Link href="/" className="flex items-center gap-2 font-semibold">
              <Mark /> Rappel
            </Link>
            <IconButton label={t.nav.search} className="ml-auto" onClick={() => palette.set(true)}>
              <Search aria-hidden size={19} />
            </IconButton>
          </header>
        )}
        <ConnectionNotice />
        <main
          id="content"
          tabIndex={-1}
          className="@container w-full flex-1 px-4 pt-5 focus:outline-none sm:px-8 sm:pt-8"
        >
          <div className="mx-auto max-w-[44rem]">{children}</div>
        </main>
        <ComposerBar />
      </div>
      <Palette />
      <FileDialog />
      <ShortcutsDialog />
      <UndoLastDialog />
    </div>
  );
}

const NARROW = '(max-width: 820px)';
