import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { createNoteNames } from '../../src/vault/links/note-names.js';
import type { VaultPath } from '../../src/vault/paths.js';
import type { TreeNode } from '../../web/src/api/types.js';
import { asCallout } from '../../web/src/markdown/callouts.js';
import { withHighlights } from '../../web/src/markdown/highlights.js';
import { remarkMath } from '../../web/src/markdown/math-syntax.js';
import { notePath } from '../../web/src/markdown/note-names.js';
import type { HtmlNode } from '../../web/src/markdown/path-links.js';
import { sectionOf } from '../../web/src/markdown/section-of.js';
import { withTags } from '../../web/src/markdown/tags.js';
import { withTaskChips } from '../../web/src/markdown/task-fields.js';
import { headingText } from '../../web/src/markdown/tick.js';
import { pathInFolder } from '../../web/src/tree/path-in-folder.js';

const text = (value: string): HtmlNode => ({ type: 'text', value });
const element = (tagName: string, ...children: HtmlNode[]): HtmlNode => ({
  type: 'element',
  tagName,
  children,
});
/** `a <b>c</b>`: elements by name, texts as they are. */
const show = ({ value = '', tagName, children = [] }: HtmlNode): string => {
  const inside = value + children.map(show).join('');
  return tagName === undefined ? inside : `<${tagName}>${inside}</${tagName}>`;
};
const showAll = (nodes: readonly HtmlNode[]) => nodes.map(show).join('');

describe('names of notes', () => {
  it('mean the same file to the page and to the service', () => {
    const name = fc.constantFrom('a', 'B', 'é', 'c.d');
    const path = fc
      .tuple(fc.subarray(['one', 'Two']), name, fc.constantFrom('.md', '.png'))
      .map(([folders, last, ending]) => [...folders, last + ending].join('/'));
    const asked = fc
      .tuple(
        fc.constantFrom('', '/', 'vault/', 'one/', 'two/', 'one/two/'),
        name,
        fc.constantFrom('', '.md', '.png'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 10 }),
        path,
        asked,
        fc.boolean(),
        (all, from, wanted, isAlias) => {
          // Two names that differ in case alone are one on many disks.
          fc.pre(new Set(all.map((one) => one.toLowerCase())).size === all.length);
          const aliases = isAlias
            ? [
                { alias: 'A', path: all[0]! },
                { alias: 'one/b', path: all.at(-1)! },
              ]
            : [];
          const names = createNoteNames();
          for (const one of all)
            names.add(
              one as VaultPath,
              aliases.filter(({ path: of }) => of === one).map(({ alias }) => alias),
            );
          expect(notePath(treeOf(all), aliases, wanted, from) ?? null).toBe(names.find(wanted, from));
        },
      ),
    );
  });
});

describe('a formula', () => {
  const formulas = (markdown: string) => {
    const data: { micromarkExtensions?: never[]; fromMarkdownExtensions?: never[] } = {};
    remarkMath.call({ data: () => data });
    const found: string[] = [];
    const visit = (node: object) => {
      const { type, value, children = [] } = node as { type: string; value?: string; children?: object[] };
      if (/math/i.test(type)) found.push(value!);
      children.forEach(visit);
    };
    visit(
      fromMarkdown(markdown, {
        extensions: data.micromarkExtensions!,
        mdastExtensions: data.fromMarkdownExtensions!,
      }),
    );
    return found;
  };

  it('is what can’t be a price', () => {
    expect(formulas('from $5 to $10, or $ 5 $')).toEqual([]);
    expect(formulas('US$5 and US$6; 5 $ et 6 $')).toEqual([]);
    expect(formulas('$x$, $a_1 * b_2 * c$ and $\\$$')).toEqual(['x', 'a_1 * b_2 * c', '\\$']);
    expect(formulas('\\$x$ and `$x$`')).toEqual([]);
    expect(formulas('$$x$$ and\n\n$$\ny\n$$')).toEqual(['x', 'y']);
    expect(formulas('$5 **bold** $x$')).toEqual(['x']);
    expect(formulas('$one\ntwo$')).toEqual([]);
  });
});

describe('marks and tags', () => {
  it('marks what is between two signs, also around other formatting', () => {
    expect(showAll(withHighlights([text('a ==b'), element('em', text('c')), text('d== e')]))).toBe(
      'a <mark>b<em>c</em>d</mark> e',
    );
    for (const plain of ['a == b == c', 'x ==', '==', '=====', 'a ==b'])
      expect(showAll(withHighlights([text(plain)])), plain).toBe(plain);
  });

  it('knows a tag from a number, an anchor and the middle of a word', () => {
    const tags = (value: string) =>
      withTags(text(value)).flatMap(({ properties }) => properties?.dataTag ?? []);
    expect(tags('#été, (#a/b-c) and #2026plan.')).toEqual(['#été', '#a/b-c', '#2026plan']);
    expect(tags('no#tag #12 ## &#38; C# a/#b #')).toEqual([]);
    expect(showAll(withTags(text('see #x, ok')))).toBe('see <a>#x</a>, ok');
  });
});

describe('a callout', () => {
  const quote = (...children: HtmlNode[]) => element('blockquote', element('p', ...children));

  it('has a title, a look and perhaps a fold; any other quote stays one', () => {
    const note = quote(text('[!WARNING] Take '), element('em', text('care')), text(' now\nOf it.'));
    asCallout(note);
    expect(show(note)).toBe('<div><p>Take <em>care</em> now</p><p>Of it.</p></div>');
    expect(note.properties).toMatchObject({ dataLook: 'warn', role: 'note' });
    const folded = quote(text('[!faq]-\nAnswer.'));
    asCallout(folded);
    expect(show(folded)).toBe('<details><summary>Faq</summary><p>Answer.</p></details>');
    const plain = quote(text('[note] no'));
    asCallout(plain);
    expect(show(plain)).toBe('<blockquote><p>[note] no</p></blockquote>');
  });
});

describe('a task', () => {
  it('shows its fields as chips, and nothing else as one', () => {
    const chips = (...children: HtmlNode[]) =>
      withTaskChips([element('h1', text('T')), text('\n'), ...children], '2026-11-16');
    const looks = (nodes: readonly HtmlNode[]) =>
      nodes
        .find(({ tagName }) => tagName === 'ul')
        ?.children?.map(({ properties }) => [properties?.dataField, properties?.dataLook]);
    const french = chips(
      element('p', text('statut: bloquée | prio: haute | projet: —\néchéance: 2026-11-16\nAppeler: vite.')),
    );
    expect(looks(french)).toEqual([
      ['status', 'warn'],
      ['priority', 'bad'],
      ['deadline', 'warn'],
    ]);
    expect(show(french.at(-1)!)).toBe('<p>Appeler: vite.</p>');
    expect(looks(chips(element('p', text('Note: call him | later'))))).toBeUndefined();
    expect(looks(withTaskChips([element('p', text('status: open'))], '2026-11-16'))).toBeUndefined();
    expect(headingText('x\n# Pay *it* ##\r\n', 2)).toBe('Pay *it*');
    expect(headingText('## Not a task\n', 1)).toBe('');
  });
});

it('cuts a section at the next heading of its rank', () => {
  const file = '---\na: 1\n---\n\n# One\n\n## Two\n\nText.\n\n### Deeper\n\n## Three\n';
  expect(sectionOf(file, 'two')).toEqual({ text: '## Two\n\nText.\n\n### Deeper\n', line: 7 });
  expect(sectionOf(file, 'Three')).toEqual({ text: '## Three\n', line: 13 });
  expect(sectionOf(file, 'missing')).toBeNull();
});

it('moves what is dropped into a folder, but not into itself', () => {
  expect(pathInFolder('a/b.md', 'c/d')).toBe('c/d/b.md');
  expect(pathInFolder('a/b.md', '')).toBe('b.md');
  expect([pathInFolder('a/b.md', 'a'), pathInFolder('a', 'a/b'), pathInFolder('a', 'a')]).toEqual([
    null,
    null,
    null,
  ]);
});

function treeOf(paths: readonly string[]): TreeNode {
  const node = (path: string, children: TreeNode[] | null): TreeNode => ({
    path: path as VaultPath,
    name: path.slice(path.lastIndexOf('/') + 1),
    tokens: 0,
    changed: null,
    children,
  });
  const root = node('', []);
  for (const path of paths) {
    let folder = root;
    for (const [index, part] of path.split('/').slice(0, -1).entries()) {
      const at = path
        .split('/')
        .slice(0, index + 1)
        .join('/');
      let next = folder.children!.find(({ name, children }) => name === part && children !== null);
      if (next === undefined) {
        next = node(at, []);
        folder.children!.push(next);
      }
      folder = next;
    }
    folder.children!.push(node(path, null));
  }
  return root;
}
