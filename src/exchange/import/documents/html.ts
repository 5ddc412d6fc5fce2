import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast';
import type { Nodes, PhrasingContent } from 'mdast';
import { attribute, findElement, textIn } from './hast.js';
import { mainContent, removeUnreadable } from './html-content.js';
import { markNotes, NOTE, REFERENCE } from './html-notes.js';
import { unifyPrograms } from './html-programs.js';
import { flattenTables } from './html-tables.js';
import { markdownOf } from './markdown.js';

interface HtmlOptions {
  /** The part that a reader wants (`article`), or everything. */
  part: 'article' | 'all';
  /** The address of a link after the import; null keeps its text alone. */
  link?(url: string): string | null;
  /** The address of an image after the import; null leaves it out. */
  image?(url: string): string | null;
}

interface HtmlText {
  /** From its head or its first heading; empty if it has none. */
  title: string;
  author: string;
  /** Where a saved page was. */
  url: string;
  /** As the page states it. */
  published: string;
  /** Markdown, without the title unless it is a heading of the page. */
  text: string;
}

/**
 * HTML as Markdown: headings, lists, tables, links, emphasis, code, quotes, footnotes, images. Runs no script and
 * fetches nothing. Throws a `RangeError` for elements nested more deeply than the stack allows.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions): HtmlText {
  const root = fromHtml(html);
  const facts = factsOf(root);
  removeUnreadable(root);
  const content = options.part === 'article' ? mainContent(root) : root;
  unifyPrograms(content);
  flattenTables(content);
  markNotes(content);
  const tree = toMdast(content, {
    handlers: handlersFor(options),
    // Comments are not for readers: conditions for Outlook, marks of templates, an XML declaration.
    nodeHandlers: { comment: () => undefined },
    document: true,
  }) as Nodes;
  return { ...facts, text: markdownOf(tree) };
}

function factsOf(root: Root): Omit<HtmlText, 'text'> {
  const named = (tag: string) => findElement(root, ({ tagName }) => tagName === tag);
  const meta = (...names: string[]) => {
    const found = findElement(
      root,
      (node) =>
        node.tagName === 'meta' && names.includes(attribute(node, 'name') || attribute(node, 'property')),
    );
    return found === undefined ? '' : attribute(found, 'content').trim();
  };
  const canonical = findElement(
    root,
    (node) => node.tagName === 'link' && attribute(node, 'rel') === 'canonical',
  );
  const heading = [named('title'), named('h1')].find((node) => node !== undefined && rawText(node) !== '');
  return {
    title: heading === undefined ? meta('og:title') : rawText(heading),
    author: meta('author', 'article:author'),
    url: canonical === undefined ? meta('og:url') : attribute(canonical, 'href'),
    published: meta('article:published_time', 'date', 'dcterms.date', 'DC.date'),
  };
}

function rawText(node: Element): string {
  return node.children.map(textIn).join('').trim().replaceAll(/\s+/g, ' ');
}

function handlersFor({ link, image }: HtmlOptions): Record<string, Handle> {
  return {
    a(state, node: Element) {
      const url = targetOf(state.resolve(attribute(node, 'href') || null));
      const children = state.all(node) as PhrasingContent[];
      const to = url === null || link === undefined ? url : link(url);
      return to === null ? children : { type: 'link', url: to, children };
    },
    img(state, node: Element) {
      const url = state.resolve(attribute(node, 'src') || attribute(node, 'dataSrc') || null);
      const to = image === undefined ? url : image(url);
      return to === null || to === '' ? undefined : { type: 'image', url: to, alt: attribute(node, 'alt') };
    },
    [REFERENCE]: (_state, node: Element) => ({
      type: 'footnoteReference',
      identifier: attribute(node, 'dataNumber'),
    }),
    [NOTE]: (state, node: Element) => ({
      type: 'footnoteDefinition',
      identifier: attribute(node, 'dataNumber'),
      children: state.toFlow(state.all(node)),
    }),
    q: (state, node: Element) => [
      { type: 'text', value: '“' },
      ...(state.all(node) as PhrasingContent[]),
      { type: 'text', value: '”' },
    ],
    sup: shifted('above'),
    sub: shifted('below'),
    u: defaultHandlers.span!,
    mark: defaultHandlers.span!,
  };
}

/** Null for a link that leads nowhere once it is Markdown: a script, an anchor of this page. */
function targetOf(url: string): string | null {
  return url === '' || /^(?:#|\s*(?:javascript|vbscript|data|blob|about):)/i.test(url) ? null : url;
}

function shifted(where: 'above' | 'below'): Handle {
  return (state, node: Element) => {
    const value = raised(textIn(node), where);
    return value === null ? state.all(node) : { type: 'text', value };
  };
}

/** Digits above or below the line have characters of their own: m² must not become m2. Null for any other text. */
function raised(value: string, where: 'above' | 'below'): string | null {
  const characters = where === 'above' ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻' : '₀₁₂₃₄₅₆₇₈₉₊₋';
  const signs = [...value].map((character) => characters['0123456789+-'.indexOf(character)]);
  return value === '' || signs.includes(undefined) ? null : signs.join('');
}
