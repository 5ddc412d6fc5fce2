/** Repeats a scroll while parts are drawn and measured, after `skipped` frames. Returns a function that stops it. */
export function whileDrawing(scroll: () => void, skipped = 0): () => void {
  let frame = 0;
  let request = 0;
  const next = () => {
    if (frame++ >= skipped) scroll();
    if (frame < skipped + 12) request = requestAnimationFrame(next);
  };
  next();
  return () => cancelAnimationFrame(request);
}

/** Brings the block that holds a line into the upper third of the window. */
export function scrollToLine(frame: HTMLElement, line: number): boolean {
  let found: Element | null = null;
  for (const block of frame.querySelectorAll('[data-line]')) {
    // The lines of a note inside are those of another file.
    if (block.closest('.embed') !== null) continue;
    if (Number(block.getAttribute('data-line')) > line) break;
    found = block;
  }
  const target = frame.querySelector('mark:not(.highlight)') ?? found;
  if (target === null) return false;
  const { top } = target.getBoundingClientRect();
  scrollTo({ top: Math.max(0, scrollY + top - innerHeight / 3) });
  return true;
}
