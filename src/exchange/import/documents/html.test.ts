import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html.js';

const markdown = (html: string) => htmlToMarkdown(html, { part: 'all' }).text;

describe('HTML as Markdown', () => {
  it('keeps headings, emphasis, lists, tasks, quotes, code and rules', () => {
    const html = `<h2>Liste</h2><p>un <b>gras</b>, <i>italique</i>, <del>non</del>, <code>a_b</code><br>deux</p>
      <ul><li>un<ul><li>sous</li></ul></li><li>deux</li></ul><ol start="3"><li>trois</li></ol>
      <ul><li><input type="checkbox" checked> fait</li><li><input type="checkbox"> à faire</li></ul>
      <blockquote><p>Cité</p></blockquote><hr><pre><code class="language-js"># let a;\n</code></pre>`;
    expect(markdown(html)).toBe(
      [
        '## Liste\n',
        'un **gras**, *italique*, ~~non~~, `a_b`  \ndeux\n',
        '- un\n  - sous\n- deux\n',
        '3. trois\n',
        '- [x] fait\n- [ ] à faire\n',
        '> Cité\n',
        '---\n',
        '```js\n# let a;\n```\n',
      ].join('\n'),
    );
  });

  it('keeps the typography of French, and raises digits', () => {
    const html =
      '<p>«&nbsp;Voilà&nbsp;»&#8239;! L’été, l&#39;œuvre&hellip; 6&nbsp;200&nbsp;€, 12 m<sup>2</sup></p>';
    expect(markdown(html)).toBe("«\u00a0Voilà\u00a0»\u202f! L’été, l'œuvre… 6\u00a0200\u00a0€, 12 m²\n");
  });

  it('leaves comments out, also what they show to Outlook alone', () => {
    const html =
      '<?xml version="1.0" ?><!-- saved from x --><!--[if mso]><table><tr><td>x</td></tr></table><![endif]--><p>Un<!--a--> deux</p><!-- fin -->';
    expect(markdown(html)).toBe('Un deux\n');
  });

  it('escapes what would be read as Markdown, and nothing else', () => {
    const html = '<p># no heading</p><p>- no list</p><p>[décision] snake_case 1. a*b &lt;b&gt; [x](y)</p>';
    expect(markdown(html)).toBe(
      '\\# no heading\n\n\\- no list\n\n[décision] snake_case 1. a\\*b \\<b> \\[x]\\(y)\n',
    );
  });

  it('makes tables of rows, with their first row as head where none is marked', () => {
    const html =
      '<table><tr><td><p>Poste</p></td><td>Prix</td></tr><tr><td><p>a</p><p>b</p></td><td><ul><li>1</li><li>2|3</li></ul></td></tr></table>';
    expect(markdown(html)).toBe('| Poste | Prix |\n| - | - |\n| a b | • 1 • 2\\|3 |\n');
  });

  it('takes tables that only place things for what they contain', () => {
    const html =
      '<table><tr><td><table><tr><td><h1>Offre</h1></td></tr></table></td></tr><tr><td><p>Bonjour</p></td></tr></table>';
    expect(markdown(html)).toBe('# Offre\n\nBonjour\n');
  });

  it.each([
    ['Pandoc', '<a href="#f1" id="r1"><sup>1</sup></a>', '<li id="f1"><p>Note. <a href="#r1">↩</a></p></li>'],
    ['Word', '<sup><a href="#f1" id="r1">[1]</a></sup>', '<li id="f1"><p>Note. <a href="#r1">↑</a></p></li>'],
    ['Wikipedia', '<sup id="r1"><a href="#f1">[1]</a></sup>', '<li id="f1"><a href="#r1">^</a> Note.</li>'],
  ])('keeps footnotes as %s writes them', (_program, reference, note) => {
    expect(markdown(`<p>Texte${reference}.</p><ol>${note}</ol>`)).toBe('Texte[^1].\n\n[^1]: Note.\n');
  });

  it('runs nothing and shows nothing hidden', () => {
    const html = `<script>a()</script><style>b{}</style><p hidden>c</p><div style="display: none">d</div>
      <template>e</template><iframe src="https://x.org">f</iframe><svg><text>g</text></svg><form><button>h</button></form>
      <p>seen <a href="javascript:i()">link</a> <a href="data:text/html,j">data</a></p>`;
    expect(markdown(html)).toBe('seen link data\n');
  });

  it('takes the article of a page, with the title above it', () => {
    const html = `<title>Blog</title><header><h1>Title</h1></header><nav>menu</nav>
      <main><p>${'The long text of the article. '.repeat(9)}</p></main><footer>© me</footer>`;
    const { text, title } = htmlToMarkdown(html, { part: 'article' });
    expect(title).toBe('Blog');
    expect(text).toMatch(/^# Title\n\nThe long text of the article\. .*\n$/);
    expect(htmlToMarkdown('<main>a</main><p>most of the text is here</p>', { part: 'article' }).text).toBe(
      'a\n\nmost of the text is here\n',
    );
  });
});
