import katex from 'katex';
import 'katex/dist/katex.min.css';

/**
 * Draws a formula into an element; false where it is none. Commands that would add links, styles or pictures are refused,
 * and sizes and repetitions are limited: a formula stays in its place.
 */
export function drawFormula(source: string, host: HTMLElement, isBlock: boolean): boolean {
  try {
    katex.render(source, host, {
      displayMode: isBlock,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    });
    return true;
  } catch {
    host.replaceChildren();
    return false;
  }
}
