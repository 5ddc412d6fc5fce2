/** The parts of a hast tree that matter here. */
export interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
  position?: { start: { line: number }; end: { line: number } };
}

/** `vault/tasks.md`, `vault/tasks.md (lines 7-9)`, `vault/tasks.md:7` in a text: where Rappel names a file, it can be opened. */
const NAMED = /vault\/[^\s,;:()`'"«»<>]*[^\s,;:()`'"«»<>.](?: \(lines (\d+)-(\d+)\)|:(\d+))?/g;

/** A text node as text and links; an image that was filed with a note is shown in it. */
export function withPathLinks(node: HtmlNode): HtmlNode[] {
  const value = node.value ?? '';
  if (!value.includes('vault/')) return [node];
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of value.matchAll(NAMED)) {
    const [named, first, last, line] = match;
    const path = named.replace(/ \(lines .*$|:\d+$/, '');
    const hash = first !== undefined ? `#L${first}-L${last}` : line !== undefined ? `#L${line}` : '';
    // An answer names titles and dates beside it: the file needs few words.
    const shown =
      line === undefined ? named : path.replace(/^vault\/(?:projects\/)?/, '').replace(/\.md$/, '');
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: path + hash },
      children: [isFiledImage(value, match) ? imageAt(path) : { type: 'text', value: shown }],
    });
    at = match.index + named.length;
  }
  pieces.push({ type: 'text', value: value.slice(at) });
  return pieces.filter(({ type, value: text }) => type !== 'text' || text !== '');
}

/** `→ vault/bucket/board.png`: as Rappel links what was filed with a note. */
function isFiledImage(text: string, { index, 0: path }: RegExpExecArray): boolean {
  return text.slice(0, index).endsWith('→ ') && /\.(?:png|jpe?g|gif|webp)$/i.test(path);
}

function imageAt(path: string): HtmlNode {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { type: 'element', tagName: 'img', properties: { src: path, alt: name }, children: [] };
}
