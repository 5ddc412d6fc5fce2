import { withBase } from '../../api/base.js';
import type { DiagramReply, DiagramRequest } from '../../diagram/messages.js';

const LONGEST_WAIT_MS = 30_000;

let frame: Promise<HTMLIFrameElement | null> | null = null;
let count = 0;

/**
 * Draws a diagram in a frame with an origin and a policy of its own: Mermaid needs styles in the text, which the page forbids,
 * and reaches nothing of the page. Null for a text that is no diagram.
 */
export async function drawDiagram(
  source: string,
  isDark: boolean,
): Promise<{ svg: string; width: number } | null> {
  frame ??= openFrame();
  const contentWindow = (await frame)?.contentWindow;
  // Without a connection: the next diagram tries again.
  if (contentWindow == null) {
    frame = null;
    return null;
  }
  const id = ++count;
  const reply = new Promise<DiagramReply | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), LONGEST_WAIT_MS);
    const listen = ({ source: from, data }: MessageEvent<DiagramReply>) => {
      if (from !== contentWindow || data.id !== id) return;
      clearTimeout(timer);
      removeEventListener('message', listen);
      resolve(data);
    };
    addEventListener('message', listen);
  });
  const request: DiagramRequest = { id, source, isDark };
  // An opaque origin has no name.
  contentWindow.postMessage(request, '*');
  return (await reply)?.picture ?? null;
}

/** Null where it can't be loaded. */
function openFrame(): Promise<HTMLIFrameElement | null> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.title = 'diagram';
  element.className = 'diagram-frame';
  element.src = withBase('/diagram.html');
  return new Promise((resolve) => {
    // It says when it listens.
    const listen = ({ source, data }: MessageEvent<DiagramReply>) => {
      if (source !== element.contentWindow || data.id !== 0) return;
      stop(element);
    };
    const stop = (found: HTMLIFrameElement | null) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      if (found === null) element.remove();
      resolve(found);
    };
    const timer = setTimeout(stop, LONGEST_WAIT_MS, null);
    addEventListener('message', listen);
    document.body.append(element);
  });
}
