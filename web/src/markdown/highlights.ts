import type { HtmlNode } from './path-links.js';

/** `==marked==` as an element, also around other formatting. Children of one parent only. */
export function withHighlights(children: readonly HtmlNode[]): HtmlNode[] {
  if (!children.some(({ type, value }) => type === 'text' && value?.includes('=='))) return [...children];
  const pieces = children.flatMap(splitAtMarks);
  const shown: HtmlNode[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    const end = isMark(piece) ? pieces.findIndex((other, index) => index > at + 1 && isMark(other)) : -1;
    const inside = pieces.slice(at + 1, end);
    if (end === -1 || !isTight(inside)) {
      shown.push(isMark(piece) ? { ...piece, type: 'text' } : piece);
      continue;
    }
    shown.push({
      type: 'element',
      tagName: 'mark',
      properties: { className: ['highlight'] },
      children: inside,
    });
    at = end;
  }
  return joined(shown);
}

function isMark({ type }: HtmlNode): boolean {
  return type === 'highlight-mark';
}

/** `a == b` is no mark: no space inside of it. */
function isTight(inside: readonly HtmlNode[]): boolean {
  const [first, last] = [inside[0], inside.at(-1)];
  return !/^\s/.test(first?.value ?? '') && !/\s$/.test(last?.value ?? '');
}

function splitAtMarks(node: HtmlNode): HtmlNode[] {
  if (node.type !== 'text' || !node.value?.includes('==')) return [node];
  let { line } = node.position?.start ?? { line: 0 };
  return node.value.split(/(?<!=)(==)(?!=)/).flatMap((value) => {
    const position = node.position && { start: { line }, end: node.position.end };
    line += value.split('\n').length - 1;
    if (value === '') return [];
    return [{ type: value === '==' ? 'highlight-mark' : 'text', value, ...(position && { position }) }];
  });
}

/** Texts that were taken apart for nothing are one again. */
function joined(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.reduce<HtmlNode[]>((all, node) => {
    const last = all.at(-1);
    if (last?.type === 'text' && node.type === 'text')
      all[all.length - 1] = { ...last, value: (last.value ?? '') + (node.value ?? '') };
    else all.push(node);
    return all;
  }, []);
}
