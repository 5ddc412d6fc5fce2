import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { read } from './rst.js';

const reading = (text: string, place: { root: string; folder: string } | null = null) =>
  read({ format: 'rst', bytes: Buffer.from(text), name: 'guide.rst', place });
/** The Markdown below the title. */
const markdown = (text: string) => reading(text).text.replace(/^# guide\n\n/, '');

describe('a reStructuredText file', () => {
  it('becomes a note with the levels of its titles and its fields', () => {
    const rst =
      '=====\nÉté\n=====\n\n:Author: Zoé\n:Date: 2024-03-01\n\nPart\n====\n\na\n\nSub\n---\n\nb\n\nNext\n====\n\nc\n';
    const { text, fields, created } = reading(rst);
    expect(text).toBe(
      '# Été\n\n- **Author:** Zoé\n- **Date:** 2024-03-01\n\n## Part\n\na\n\n### Sub\n\nb\n\n## Next\n\nc\n',
    );
    expect(fields).toEqual({ author: 'Zoé' });
    expect(created).toEqual(new Date(2024, 2, 1));
  });

  it('keeps emphasis, code, roles, links, substitutions and footnotes', () => {
    const rst = `*em* **strong** \`\`a_b\`\` :func:\`~os.join\` :ref:\`part <p>\` \`site <https://a.b>\`_ Python_ |v|
H\\ :sub:\`2\`\\ O 2 * 3 [1]_

.. _Python: https://python.org
.. |v| replace:: *2.0*
.. [1] The note.
`;
    expect(markdown(rst)).toBe(
      '*em* **strong** `a_b` `os.join` part [site](https://a.b) [Python](https://python.org) *2.0*\nH₂O 2 \\* 3 [^1]\n\n[^1]: The note.\n',
    );
  });

  it('keeps lists, terms, quotes, literal blocks, verses and rules', () => {
    const rst = `* a

  * b

* c

#. one
#. two

term
   definition

Example::

   x = 1

| un
| deux

   Quoted.

----

end`;
    expect(markdown(rst)).toBe(
      [
        '- a\n  - b\n- c\n',
        '1. one\n2. two\n',
        '- **term**\n\n  definition\n',
        'Example:\n',
        '```\nx = 1\n```\n',
        'un  \ndeux\n',
        '> Quoted.\n',
        '---\n',
        'end\n',
      ].join('\n'),
    );
  });

  it('keeps tables of all four kinds', () => {
    const expected = '| a | b |\n| - | - |\n| 1, 2 | 3 |\n';
    expect(markdown('+------+---+\n| a    | b |\n+======+===+\n| 1, 2 | 3 |\n+------+---+\n')).toBe(expected);
    expect(markdown('====  ===\na     b\n====  ===\n1, 2  3\n====  ===\n')).toBe(expected);
    expect(markdown('.. csv-table::\n   :header: a, b\n\n   "1, 2", 3\n')).toBe(expected);
    expect(markdown('.. list-table::\n\n   * - a\n     - b\n   * - 1, 2\n     - 3\n')).toBe(expected);
  });

  it('keeps what directives say, and counts what it leaves out', () => {
    const rst = `.. note:: Careful.

.. code-block:: python
   :linenos:

   import os

.. image:: p.png
   :alt: Photo

.. versionadded:: 1.2

.. function:: f(x)

   Does it.

.. include:: x.txt

.. a comment
`;
    const { text, leftOut, shown } = reading(rst);
    expect(text).toBe(
      [
        '# guide\n',
        '> **Note**\n>\n> Careful.\n',
        '```python\nimport os\n```\n',
        '![Photo](p.png)\n',
        '*New in version 1.2*\n',
        '`f(x)`\n',
        'Does it.\n',
      ].join('\n'),
    );
    expect(leftOut).toEqual({ 'included files': 1 });
    expect(shown).toEqual(['p.png']);
  });

  it('leads to the notes that other documents of the manual became', () => {
    const root = tempFolder();
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub', 'start.rst'), 'x');
    const rst = ':doc:`begin <sub/start>` `file <sub/start.rst>`_\n\n.. toctree::\n\n   sub/start\n   gone\n';
    expect(reading(rst, { root, folder: root }).text).toBe(
      '# guide\n\n[begin](sub/start.md) [file](sub/start.md)\n\n- [sub/start](sub/start.md)\n- gone\n',
    );
  });
});
