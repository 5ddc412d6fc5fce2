/** Brings the block that holds a line into the upper third of the window. */
export function scrollToLine(frame: HTMLElement, line: number): boolean {
  let found: Element | null = null;
  for (const block of frame.querySelectorAll('[data-line]')) {
    if (Number(block.getAttribute('data-line')) > line) break;
    found = block;
  }
  const target = frame.querySelector('mark') ?? found;
  if (target === null) return false;
  const { top } = target.getBoundingClientRect();
  scrollTo({ top: Math.max(0, scrollY + top - innerHeight / 3) });
  return true;
}
