import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { createKeptStore, useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';

const LEAST = 220;
const MOST = 480;

export function useSidebarWidth() {
  const [store] = useState(() => createKeptStore('rappel.sidebar', 288));
  return {
    width: clamp(useStore(store)),
    setWidth: (width: number) => store.set(clamp(Math.round(width))),
  };
}

/** The edge of the sidebar: dragged, or moved with the arrow keys. */
export function ResizeHandle({ width, onChange }: { width: number; onChange(width: number): void }) {
  const t = useText();
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.nav.resize}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="absolute inset-y-0 -right-1 w-2 cursor-col-resize touch-none transition-colors hover:bg-strong-line/50 focus-visible:bg-accent focus-visible:outline-none active:bg-accent/50"
    />
  );
}

function clamp(width: number): number {
  return Math.min(MOST, Math.max(LEAST, width));
}
