import type { HtmlNode } from './path-links.js';

const OPENING = /^\[!([\w-]+)\]([+-]?)[ \t]*(.*)(?:\n|$)/;

/** The colour of a callout, by what people call it. */
const LOOKS: Record<string, string> = Object.fromEntries(
  Object.entries({
    note: 'note info todo abstract summary tldr question help faq example',
    good: 'tip hint success check done important',
    warn: 'warning caution attention',
    bad: 'danger error bug failure fail missing',
    quote: 'quote cite',
  }).flatMap(([look, names]) => names.split(' ').map((name) => [name, look])),
);

/** `> [!note] Title`: a quote that begins like this becomes a callout; with `-` or `+` behind it, one that folds. */
export function asCallout(quote: HtmlNode): void {
  const first = quote.children?.find(({ type }) => type === 'element');
  const opening = first?.tagName === 'p' ? first.children?.[0] : undefined;
  const match = opening?.type === 'text' ? OPENING.exec(opening.value ?? '') : null;
  if (match === null) return;
  const [whole, kind = '', fold, title = ''] = match;
  const name = kind.toLowerCase();
  const rest = (opening!.value ?? '').slice(whole.length);
  const hasLineBelow = whole.endsWith('\n');
  // A title may hold emphasis and links: everything up to the first line end.
  const [inTitle, below] = hasLineBelow
    ? [[], first!.children!.slice(1)]
    : splitAtLine(first!.children!.slice(1));
  const shown =
    title === '' && inTitle.length === 0 ? kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase() : title;
  const position = first!.position;
  first!.children = rest === '' ? below : [{ ...opening!, value: rest, ...lower(opening!) }, ...below];
  const content = quote.children!.filter((child) => child !== first || first!.children!.length > 0);
  const head: HtmlNode = {
    type: 'element',
    tagName: fold === '' ? 'p' : 'summary',
    properties: { className: ['callout-title'] },
    children: [{ type: 'text', value: shown, ...(position && { position }) }, ...inTitle],
    ...(position && { position }),
  };
  quote.tagName = fold === '' ? 'div' : 'details';
  quote.properties = {
    className: ['callout'],
    dataLook: LOOKS[name] ?? 'note',
    ...(fold === '' && { role: 'note' }),
    ...(fold === '+' && { open: true }),
  };
  quote.children = [head, ...content];
}

/** What was below the title begins one line further down. */
function lower({ position }: HtmlNode): Pick<HtmlNode, 'position'> {
  if (position === undefined) return {};
  return { position: { start: { line: position.start.line + 1 }, end: position.end } };
}

function splitAtLine(nodes: readonly HtmlNode[]): [HtmlNode[], HtmlNode[]] {
  const at = nodes.findIndex(({ type, value }) => type === 'text' && value?.includes('\n'));
  if (at === -1) return [[...nodes], []];
  const text = nodes[at]!;
  const end = text.value!.indexOf('\n');
  const before = { ...text, value: text.value!.slice(0, end) };
  const after = { ...text, value: text.value!.slice(end + 1), ...lower(text) };
  return [
    [...nodes.slice(0, at), before],
    [after, ...nodes.slice(at + 1)].filter(({ type, value }) => type !== 'text' || value !== ''),
  ];
}
