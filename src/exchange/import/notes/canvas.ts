import { listOf, parseRecord, recordOf, textOf } from '../../../shared/loose-json.js';
import { webLink } from '../conversation.js';

/** The text of an Obsidian canvas: its cards from top to bottom, links to its files and pages, its arrows. Null if it has none. */
export function canvasText(json: string, title: string): string | null {
  const canvas = parseRecord(json);
  const nodes = listOf(canvas?.nodes)
    .map(recordOf)
    .sort((a, b) => numberOf(a.y) - numberOf(b.y) || numberOf(a.x) - numberOf(b.x));
  const cards = nodes.flatMap((node) => {
    if (node.type === 'text') return [textOf(node.text).trim()];
    if (node.type === 'file') return [`[[${linkName(textOf(node.file))}${textOf(node.subpath)}]]`];
    if (node.type === 'link') return [webLink('', textOf(node.url))];
    return node.type === 'group' && textOf(node.label) !== '' ? [`**${textOf(node.label)}**`] : [];
  });
  const shown = cards.filter((card) => card !== '');
  if (shown.length === 0) return null;
  const labels = new Map(
    nodes.map((node) => [
      textOf(node.id),
      labelOf(textOf(node.text) || textOf(node.file) || textOf(node.label) || textOf(node.url)),
    ]),
  );
  const arrows = listOf(canvas?.edges)
    .map(recordOf)
    .map(({ fromNode, toNode, label }) => {
      const about = textOf(label) === '' ? '' : ` (${labelOf(textOf(label))})`;
      return `- ${labels.get(textOf(fromNode)) ?? '?'} → ${labels.get(textOf(toNode)) ?? '?'}${about}`;
    });
  return `${[`# ${title}`, ...shown, ...(arrows.length > 0 ? [arrows.join('\n')] : [])].join('\n\n')}\n`;
}

/** As Obsidian writes links: a note without its ending. */
function linkName(file: string): string {
  return file.replace(/\.md$/i, '').replaceAll(/[[\]\n]/g, ' ');
}

function labelOf(text: string): string {
  const line = text
    .trim()
    .split('\n')[0]!
    .replace(/^#{1,6}\s/, '');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
