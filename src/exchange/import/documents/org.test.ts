import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { read } from './org.js';

const reading = (text: string, place: { root: string; folder: string } | null = null) =>
  read({ format: 'org', bytes: Buffer.from(text), name: 'plan.org', place });
/** The Markdown below the title. */
const markdown = (text: string) => reading(text).text.replace(/^# plan\n\n/, '');

describe('an Org file', () => {
  it('becomes a note with its title, author, date and tags', () => {
    const { text, fields, created } = reading(
      '#+TITLE: Réunion « été »\n#+AUTHOR: Zoé\n#+DATE: <2024-03-01 Fri>\n#+FILETAGS: :work:client:\n\nTexte\n',
    );
    expect(text).toBe('# Réunion « été »\n\nTexte\n');
    expect(fields).toEqual({ author: 'Zoé', tags: ['work', 'client'] });
    expect(created).toEqual(new Date(2024, 2, 1));
  });

  it('keeps the state, priority, dates, tags and properties of a headline', () => {
    const org = `#+TODO: TODO WAIT(w@/!) | DONE
* WAIT [#A] Call /Marie/   :phone:urgent:
DEADLINE: <2024-03-15 Fri 10:00 +1w> SCHEDULED: <2024-03-10 Sun>
:PROPERTIES:
:ID: 7
:Effort: 1h
:END:
Soon.
** DONE Write
CLOSED: [2024-03-01 Fri 12:30]
`;
    expect(markdown(org)).toBe(
      [
        '## Call *Marie* #phone #urgent\n',
        'status: WAIT | prio: A | deadline: 2024-03-15 10:00 (+1w) | scheduled: 2024-03-10 | effort: 1h\n',
        'Soon.\n',
        '### Write\n',
        'status: DONE | closed: 2024-03-01 12:30\n',
      ].join('\n'),
    );
  });

  it('keeps emphasis, code, formulas, dates and footnotes', () => {
    const org = `*b* /i/ ~c~ =v= +d+ a/b/c 2*3*4 $x_1$[fn:1] and[fn:: here]
from <2024-03-01 Fri>--<2024-03-03 Sun> at https://a.b/c_d

[fn:1] The note.`;
    expect(markdown(org)).toBe(
      [
        '**b** *i* `c` `v` ~~d~~ a/b/c 2\\*3\\*4 $x_1$[^1] and[^note-1]\nfrom 2024-03-01 – 2024-03-03 at https://a.b/c_d\n',
        '[^1]: The note.\n',
        '[^note-1]: here\n',
      ].join('\n'),
    );
  });

  it('keeps lists, tasks, terms, tables, code, quotes and verses', () => {
    const org = `- un
  encore
  - [ ] sous
  - [X] fait
- terme :: définition
1. a
2. b

| Poste | Prix |
|-------+------|
| Toit  | 6 200 € |
#+BEGIN_SRC python
def f():
,* x
#+END_SRC
#+begin_quote
Cité.
#+end_quote
#+begin_verse
 un
 deux
#+end_verse
: fixe
# a comment`;
    expect(markdown(org)).toBe(
      [
        '- un\n  encore\n  - [ ] sous\n  - [x] fait\n- **terme** définition\n',
        '1. a\n2. b\n',
        '| Poste | Prix |\n| - | - |\n| Toit | 6 200 € |\n',
        '```python\ndef f():\n* x\n```\n',
        '> Cité.\n',
        '> un  \n> deux\n',
        '```\nfixe\n```\n',
      ].join('\n'),
    );
  });

  it('keeps links and images, and leads to the notes that other files became, by name and by id', () => {
    const root = tempFolder();
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub', 'b c.org'), '* x\n:PROPERTIES:\n:ID: ABC-1\n:END:\n');
    const place = { root, folder: root };
    const org =
      '[[file:sub/b c.org::*x][b]] [[file:gone.org][g]] [[id:abc-1][by id]] [[id:none][none]] [[https://x.org]] [[*Part]] [[file:p.png]]';
    const { text, shown } = reading(org, place);
    expect(text).toContain(
      '[b](<sub/b c.md>) [g](gone.org) [by id](sub/b%20c.md) none [https://x.org](https://x.org) Part ![](p.png)',
    );
    expect(shown).toEqual(['p.png']);
  });

  it('counts what it leaves out', () => {
    const org =
      '* a\n:LOGBOOK:\nCLOCK: [2024-03-01 Fri]\n:END:\n#+begin_export html\n<b>\n#+end_export\ntext';
    const { text, leftOut } = reading(org);
    expect(text).toBe('# plan\n\n## a\n\ntext\n');
    expect(leftOut).toEqual({ logbooks: 1, 'export blocks': 1 });
  });
});
