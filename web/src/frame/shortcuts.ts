import { useEffect } from 'react';
import { useApp } from './app-context.js';

/** ⌘K or Ctrl+K searches, / goes to the input, with ⌘ or Ctrl it changes its mode, ? lists all shortcuts. */
export function useShortcuts(): void {
  const { palette, composer, shortcuts } = useApp();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette.set((open) => !open);
        return;
      }
      // The field itself, also inside a shadow tree.
      const target = event.composedPath()[0] as HTMLElement;
      const typing = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const isCommand = event.metaKey || event.ctrlKey;
      if (palette.get() || (typing && !isCommand)) return;
      if (event.key === '?') shortcuts.set(true);
      if (event.key !== '/') return;
      event.preventDefault();
      composer.focus.set((count) => count + 1);
      if (isCommand) composer.mode.set((mode) => (mode === 'update' ? 'search' : 'update'));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [palette, composer, shortcuts]);
}

/** ⌘ where there is such a key. */
export function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ';
}
