import type { LineRange } from '../frame/route.js';
import { dayOf } from '../ui/day.js';
import { asCallout } from './callouts.js';
import { withHighlights } from './highlights.js';
import { type HtmlNode, withPathLinks } from './path-links.js';
import { withTags } from './tags.js';
import { isTasksFile, withTaskChips } from './task-fields.js';
import { isNoteEmbed, withWikiLinks } from './wiki-links.js';

interface MarkOptions {
  /** The file: the headings of a tasks file are tasks. */
  path: string;
  /** The line of the file on which this text begins. */
  firstLine: number;
  marked: readonly LineRange[];
  /** Words to bring out; null for none. */
  words: RegExp | null;
}

/**
 * Gives blocks the number of their line in the file, marks the lines of the ranges, and keeps line ends inside
 * paragraphs: in these files one line is one thing said.
 */
export function lineMarks({ path, firstLine, marked, words }: MarkOptions) {
  const offset = firstLine - 1;
  const isTasks = isTasksFile(path);
  const isMarked = (line: number) => marked.some(({ first, last }) => line >= first && line <= last);

  function visit(node: HtmlNode, inCode: boolean): void {
    if (node.children === undefined) return;
    if (node.tagName === 'blockquote') asCallout(node);
    if (isTasks && node.type === 'root') node.children = withTaskChips(node.children, dayOf(new Date()));
    if (node.tagName !== undefined && BLOCKS.has(node.tagName) && node.position) {
      node.properties = { ...node.properties, dataLine: node.position.start.line + offset };
    }
    const isCode = node.tagName === 'code' || inCode;
    const isBlockCode = node.tagName === 'pre' || inCode;
    const children = isCode ? node.children : withHighlights(node.children);
    node.children = children.flatMap((child) => {
      if (child.type !== 'text') {
        visit(child, isBlockCode);
        return [child];
      }
      return linesOf(child, node, inCode);
    });
    // A paragraph can't hold a note.
    if (node.tagName === 'p' && node.children.some(isNoteEmbed)) {
      node.tagName = 'div';
      node.properties = { ...node.properties, className: ['p'] };
    }
  }

  function linesOf(text: HtmlNode, parent: HtmlNode, inCode: boolean): HtmlNode[] {
    const value = text.value ?? '';
    // A code block's text begins below its fence.
    const start = inCode ? parent.position?.start.line : text.position?.start.line;
    if (start === undefined || value.trim() === '') return [text];
    const firstOfText = start + offset + (inCode ? 1 : 0);
    const lines = value.split('\n');
    const touches = lines.some((_, index) => isMarked(firstOfText + index));
    if (inCode && !touches) return [text];
    const isLink = parent.tagName === 'a' || parent.tagName === 'code';
    const linked = (piece: HtmlNode) =>
      isLink || inCode
        ? [piece]
        : withWikiLinks(piece)
            .flatMap((part) => (part.type === 'text' ? withPathLinks(part) : [part]))
            .flatMap((part) => (part.type === 'text' ? withTags(part) : [part]))
            .flatMap((node) => (node.type === 'text' && !inCode ? withWords(node, words) : [node]));
    if (lines.length === 1 && !touches) return linked(text);
    return lines.flatMap((line, index): HtmlNode[] => {
      const piece = linked({ type: 'text', value: line });
      const shown: HtmlNode[] =
        line !== '' && isMarked(firstOfText + index)
          ? [{ type: 'element', tagName: 'mark', properties: {}, children: piece }]
          : piece;
      if (index === 0) return shown;
      const end: HtmlNode = inCode
        ? { type: 'text', value: '\n' }
        : { type: 'element', tagName: 'br', properties: {}, children: [] };
      return [end, ...shown];
    });
  }

  return () => (tree: HtmlNode) => visit(tree, false);
}

/** A text node with the words in elements of their own. */
function withWords(node: HtmlNode, words: RegExp | null): HtmlNode[] {
  const value = node.value ?? '';
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of words === null ? [] : value.matchAll(words)) {
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'strong',
      properties: { className: ['word'] },
      children: [{ type: 'text', value: match[0] }],
    });
    at = match.index + match[0].length;
  }
  if (at === 0) return [node];
  return [...pieces, { type: 'text', value: value.slice(at) }].filter(
    ({ type, value: text }) => type !== 'text' || text !== '',
  );
}

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre table tr hr ul ol'.split(' '));
