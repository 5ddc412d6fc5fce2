import mermaid from 'mermaid';
import type { DiagramReply, DiagramRequest } from './messages.js';

const LONGEST = 20_000;

/** What a diagram can't change: its styles would name addresses elsewhere, which the policy of the frame refuses. */
const FIXED = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'suppressErrorRendering',
  'maxTextSize',
  'maxEdges',
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
];

/** One at a time: Mermaid has one configuration. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ source, origin, data }: MessageEvent<DiagramRequest>) => {
  // Of the address of the frame: its own origin is opaque.
  if (source !== parent || origin !== location.origin) return;
  last = last.then(async () => reply({ id: data.id, picture: await draw(data) }));
});
reply({ id: 0, picture: null });

function reply(message: DiagramReply): void {
  parent.postMessage(message, location.origin);
}

async function draw({ id, source, isDark }: DiagramRequest): Promise<DiagramReply['picture']> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: FIXED,
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: LONGEST,
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
  });
  try {
    const { svg } = await mermaid.render(`d${id}`, source);
    return pictureOf(svg);
  } catch {
    return null;
  }
}

/** As XML, with its own size: a picture has none of the page around it. */
function pictureOf(svg: string): DiagramReply['picture'] {
  const element = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (element === null) return null;
  const [, , width = 0, height = 0] = (element.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  element.setAttribute('width', String(width));
  element.setAttribute('height', String(height));
  element.removeAttribute('style');
  return { svg: new XMLSerializer().serializeToString(element), width: Math.ceil(width) };
}
