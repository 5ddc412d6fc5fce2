import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html.js';

const markdown = (html: string) => htmlToMarkdown(html, { part: 'all' }).text;

// The markup is that of the exports which obsidian-importer and apple-notes-exporter read and write.
describe('HTML of note programs', () => {
  it('has the lists, boxes, chosen values and formulas of Notion', () => {
    const box = (state: string) => `<div class="checkbox checkbox-${state}"></div>`;
    const row = (name: string, value: string) =>
      `<tr class="property-row"><th>${name}</th><td>${value}</td></tr>`;
    const value = (text: string) => `<span class="selected-value">${text}</span>`;
    expect(
      markdown(
        `<table class="properties"><tbody>${row('Tags', value('home office') + value('coffee'))}${row('Serviced', box('on'))}</tbody></table>`,
      ),
    ).toMatch(/\| home office, coffee \|\n.*\n\| Serviced \| \\\[x\] \|/);
    expect(
      markdown(
        `<ul class="bulleted-list"><li>one</li></ul><ul class="bulleted-list"><li>two</li></ul><ol class="numbered-list" start="1"><li>a</li></ol><ol class="numbered-list" start="2"><li>b</li></ol><ol class="numbered-list" start="1"><li>c</li></ol>`,
      ),
    ).toBe('- one\n- two\n\n1. a\n2. b\n\n1) c\n');
    expect(
      markdown(
        `<ul class="to-do-list"><li>${box('on')} <span>done</span></li></ul><ul class="to-do-list"><li>${box('off')} <span>open</span></li></ul>`,
      ),
    ).toBe('- [x] done\n- [ ] open\n');
    expect(
      markdown(
        '<p><span class="katex"><span class="katex-mathml"><math><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></math></span><span class="katex-html">E=mc2</span></span></p>',
      ),
    ).toBe('$E=mc^2$\n');
  });

  it('has the checklists of Apple Notes, by class or by sign', () => {
    const list = '<ul class="com-apple-note-checklist"><li class="done">Lait</li><li>Pain</li></ul>';
    expect(
      markdown(`<div><h1>Courses</h1></div><div><br></div><div>Texte <b>gras</b></div><div>${list}</div>`),
    ).toBe('# Courses\n\nTexte **gras**\n\n- [x] Lait\n- [ ] Pain\n');
    expect(markdown('<ul style="list-style-type: none;"><li>☑ fait</li><li>☐ reste</li></ul>')).toBe(
      '- [x] fait\n- [ ] reste\n',
    );
  });

  it('has the checklists of Google Keep, whose signs are elements', () => {
    const item = (sign: string, text: string) =>
      `<li class="listitem"><span class="bullet">${sign}</span><span class="text">${text}</span></li>`;
    expect(markdown(`<ul class="list">${item('&#9745;', 'Lait')}${item('&#9744;', 'Pain')}</ul>`)).toBe(
      '- [x] Lait\n- [ ] Pain\n',
    );
  });
});
