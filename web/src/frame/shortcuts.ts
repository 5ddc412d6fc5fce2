import { useEffect } from 'react';
import { useApp } from './app-context.js';

/** ⌘K or Ctrl+K searches, / goes to the input. */
export function useShortcuts(): void {
  const { palette, composer } = useApp();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette.set((open) => !open);
        return;
      }
      const target = event.target as HTMLElement;
      const typing = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key === '/' && !typing && !event.metaKey && !event.ctrlKey && !palette.get()) {
        event.preventDefault();
        composer.focus.set((count) => count + 1);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [palette, composer]);
}

/** ⌘ where there is such a key. */
export function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ';
}
