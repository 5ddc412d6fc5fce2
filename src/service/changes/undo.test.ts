import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { ROOT } from '../../vault/paths.js';
import type { History } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { undoEntry } from './undo.js';
import { previewUndo } from './undo-preview.js';

function world(files: Record<string, string>) {
  const temp = tempVault(files);
  const history = createGitHistory(temp.vault);
  return {
    ...temp,
    history,
    /** The id of the entry that records everything that changed. */
    record: async () => (await history.record({ source: 'tool', reason: 'x', paths: [ROOT] }))!.id,
    undo: (id: string, choices = {}) => undoEntry(temp.vault, history, id, choices),
    body: (path: string) => bodyOf(temp.get(path)).trimStart(),
    move(from: string, to: string) {
      mkdirSync(dirname(join(temp.root, to)), { recursive: true });
      renameSync(join(temp.root, from), join(temp.root, to));
    },
    remove: (path: string) => rmSync(join(temp.root, path)),
  };
}

describe('undo of an entry', () => {
  it('follows a file that was moved several times, with an edit in one of the moves', async () => {
    const { put, record, undo, body, move } = world({ 'a.md': 'one\n\ntwo\n\nthree\n' });
    await record();
    put('a.md', 'one\n\ntwo\n\nadded\n\nthree\n');
    const edit = await record();
    move('a.md', 'b/a.md');
    await record();
    move('b/a.md', 'c/d.md');
    put('c/d.md', 'one\n\ntwo\n\nadded\n\nthree\n\nfour\n');
    await record();
    put('a.md', 'another file\n\nadded\n');
    await record();
    await undo(edit);
    expect(body('c/d.md')).toBe('one\n\ntwo\n\nthree\n\nfour\n');
    expect(body('a.md')).toBe('another file\n\nadded\n');
  });

  it('asks about an edit that comes while it is planned, or just before it is carried out', async () => {
    const edited = '# Supplies\n\n- Paper: glossy, 120 g\n';
    for (const moment of ['current', 'versions', 'record'] as const) {
      const { put, record, vault, history, body } = world({ 'a.md': '# Supplies\n\n- Paper: matt\n' });
      await record();
      put('a.md', '# Supplies\n\n- Paper: glossy\n');
      const entry = await record();
      let isEdited = false;
      const edit = async () => {
        if (isEdited) return;
        isEdited = true;
        put('a.md', edited);
        await record();
      };
      const busy: History = {
        ...history,
        async current() {
          if (moment === 'current') await edit();
          return history.current();
        },
        async versions(id) {
          if (moment === 'versions') await edit();
          return history.versions(id);
        },
        async record(change) {
          if (moment === 'record') await edit();
          return history.record(change);
        },
      };
      await expect(undoEntry(vault, busy, entry), moment).rejects.toMatchObject({
        code: 'stale',
        data: { obstacles: [{ path: 'vault/a.md', reason: 'changed_units' }] },
      });
      expect(body('a.md')).toBe(edited);
    }
  });

  it('plans again where a program writes elsewhere in the file while it is carried out', async () => {
    const { put, record, vault, history, body } = world({ 'a.md': '# Supplies\n\n- Paper: matt\n' });
    await record();
    put('a.md', '# Supplies\n\n- Paper: glossy\n');
    const entry = await record();
    let writes = 2;
    const onProgress = () => {
      if (writes-- > 0) put('a.md', `${body('a.md')}- Ink ${writes}\n`);
    };
    await undoEntry(vault, history, entry, {}, { onProgress });
    expect(body('a.md')).toBe('# Supplies\n\n- Ink 1\n- Ink 0\n- Paper: matt\n');
  });

  it('asks before it moves a file back that was moved again', async () => {
    const { record, undo, body, move } = world({ 'a.md': 'text\n' });
    await record();
    move('a.md', 'b.md');
    const first = await record();
    move('b.md', 'c.md');
    await record();
    await expect(undo(first)).rejects.toMatchObject({
      code: 'stale',
      data: { obstacles: [{ path: 'vault/c.md', reason: 'moved' }] },
    });
    await undo(first, { 'vault/c.md': 'take' });
    expect(body('a.md')).toBe('text\n');
  });

  it('does not bring back what an earlier undo took out', async () => {
    const { put, record, undo, body } = world({ 'log.md': '# Start\n', 'tasks.md': '# Water\nopen\n' });
    await record();
    put('log.md', '# Planned\n\n# Start\n');
    put('tasks.md', '# Water\nopen\n\n# Call\nopen\n');
    const planned = await record();
    put('tasks.md', '# Water\nopen\n\n# Call\nopen\n\n# Pay\nopen\n');
    await record();
    put('log.md', '# Done\n\n# Planned\n\n# Start\n');
    put('tasks.md', '# Water\nopen\n\n# Pay\nopen\n');
    const done = await record();
    await undo(planned);
    expect(body('log.md')).toBe('# Done\n\n# Start\n');
    await undo(done);
    expect(body('log.md')).toBe('# Start\n');
    expect(body('tasks.md')).toBe('# Water\nopen\n\n# Pay\nopen\n');
  });

  it('has nothing to do where the unit or the file is gone, and leaves a new file of that name alone', async () => {
    const { put, record, undo, body, remove } = world({ 'a.md': '- one two\n- three four\n', 'b.md': 'b\n' });
    await record();
    put('a.md', '- one two, changed\n- three four\n');
    put('b.md', 'b, changed\n');
    const edit = await record();
    put('a.md', '- three four\n');
    remove('b.md');
    await record();
    put('b.md', 'b, changed, but another\n');
    await record();
    await expect(undo(edit, { all: 'keep' })).rejects.toMatchObject({ code: 'no_match' });
    expect(body('b.md')).toBe('b, changed, but another\n');
  });

  it('shows what it would change, unit by unit, and changes nothing', async () => {
    const { vault, history, put, record, body } = world({ 'a.md': '# Day\n\n## Old\nx\n', 'b.md': 'b\n' });
    await record();
    put('a.md', '# Day\n\n## New\ny\n\n## Old\nx\n');
    put('c/b.md', 'b\n');
    rmSync(join(vault.root, 'b.md'));
    const entry = await record();
    put('a.md', '# Day\n\n## Newer\nz\n\n## New\ny\n\n## Old\nx\n');
    expect(await previewUndo(vault, history, entry)).toEqual({
      files: [
        { path: 'vault/c/b.md', change: 'moved', to: 'vault/b.md', units: [] },
        {
          path: 'vault/a.md',
          change: 'changed',
          units: [{ kind: 'heading', headings: ['# Day'], from: '## New\ny', to: null }],
        },
      ],
      obstacles: [],
    });
    expect(body('a.md')).toContain('## New\n');
  });
});
