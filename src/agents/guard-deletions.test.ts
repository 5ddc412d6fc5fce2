import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../test/support/images.js';
import { scriptedModel, type Turn } from '../../test/support/scripted-model.js';
import { type TempVault, tempVault } from '../../test/support/temp-vault.js';
import { createSession } from '../tools/session.js';
import { createAgents } from './create-agents.js';

/** One run of the update agent, or of the clerk where there is nothing to say; what the model was answered last. */
async function run(vault: TempVault, turns: Turn[], text = 'Tidy up', inbox_ref: string | null = null) {
  const model = await scriptedModel('openai', [...turns, { text: 'Done.' }]);
  const options = { key: 'k', language: 'en' as const, limits: { retries: 0 } };
  const agents = createAgents({ ...options, model: turns.length === 0 ? null : model.settings });
  const outcome = await agents.file({
    id: 'u1',
    input: { text, images: [], inbox_ref },
    context: { ...vault.context, session: createSession() },
    takeBack: async () => null,
    onEvent: () => {},
    signal: new AbortController().signal,
  });
  return { outcome, told: model.requests.at(-1) ?? '' };
}

const remove = (path: string) => ({ name: 'delete', input: { path } });
const read = (...paths: string[]) => ({ name: 'read', input: { paths } });

/** A project with so many notes. */
const project = (count: number) =>
  tempVault(
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`projects/x/note-${n}.md`, `note ${n}\n`])),
  );

const isThere = ({ root }: TempVault, path: string) => existsSync(join(root, path));

describe('an agent', () => {
  it('deletes no file and no folder that it has not read in this run', async () => {
    const vault = project(3);
    const { told } = await run(vault, [
      { calls: [remove('vault/projects')] },
      { calls: [remove('vault/projects/x/note-0.md')] },
      { calls: [read('vault/projects/x/note-0.md'), remove('vault/projects/x/')] },
    ]);
    expect(told).toContain(
      'vault/projects/: holds files that were not read in this run, or changed since; nothing was deleted: vault/projects/x/note-0.md, vault/projects/x/note-1.md, vault/projects/x/note-2.md',
    );
    expect(told).toContain('vault/projects/x/note-0.md: has not been read in this run');
    expect(told).toContain('nothing was deleted: vault/projects/x/note-1.md, vault/projects/x/note-2.md');
    expect([0, 1, 2].filter((n) => isThere(vault, `projects/x/note-${n}.md`))).toEqual([0, 1, 2]);
  });

  it('deletes what it has read, images included, and nothing that changed since or is hidden from it', async () => {
    const vault = tempVault({
      'inbox/a/review.md': 'Which?\n',
      'inbox/a/photo.png': png(2, 2),
      'bucket/b/note.md': 'b\n',
      'bucket/b/.obsidian/app.json': '{}',
    });
    const { told } = await run(vault, [
      { calls: [read('vault/inbox/a/', 'vault/bucket/b/')] },
      { calls: [remove('vault/inbox/a/'), remove('vault/bucket/b/')] },
    ]);
    expect(isThere(vault, 'inbox/a')).toBe(false);
    expect(told).toContain('1 hidden, which only the user can delete');
    expect(isThere(vault, 'bucket/b/.obsidian/app.json')).toBe(true);
  });

  it('asks in the inbox before a run deletes more than twenty files; a yes deletes them', async () => {
    const vault = project(21);
    const { outcome, told } = await run(vault, [
      { calls: [read('vault/projects/x/')] },
      { calls: [remove('vault/projects/x/')] },
    ]);
    expect(told).toContain('one run deletes at most 20 files without asking');
    expect(outcome).toMatchObject({ state: 'needs_answer', inbox: '2025-07-14-delete-21-files' });
    expect(vault.get('inbox/2025-07-14-delete-21-files/review.md')).toMatch(
      /# Delete 21 files\?\n\n## Choices\n\n1\. Delete them\n2\. Keep them\n\n## Files\n\n- vault\/projects\/x\/note-0\.md\n/,
    );
    await expect(run(vault, [], 'perhaps', outcome.inbox)).rejects.toThrow(/not one of the choices/);
    vault.put('projects/x/note-3.md', 'changed since\n');
    vault.put('projects/x/new.md', 'new\n');
    const answered = await run(vault, [], 'yes', outcome.inbox);
    expect(answered.outcome).toEqual({
      state: 'done',
      summary: 'Deleted 20 files. Not deleted, because they changed since: vault/projects/x/note-3.md',
      inbox: null,
    });
    const left = ['note-0', 'note-3', 'new'].map((name) => isThere(vault, `projects/x/${name}.md`));
    expect(left).toEqual([false, true, true]);
    expect(isThere(vault, 'inbox/2025-07-14-delete-21-files')).toBe(false);
  });

  it('keeps the files after a no, and whatever a changed question does not name', async () => {
    const vault = project(21);
    const turns = [{ calls: [read('vault/projects/x/')] }, { calls: [remove('vault/projects/x/')] }];
    const first = await run(vault, turns);
    expect((await run(vault, [], '2', first.outcome.inbox)).outcome.summary).toBe('No files were deleted.');
    const second = await run(vault, turns);
    const item = second.outcome.inbox!;
    vault.put(`inbox/${item}/review.md`, '# File this note?\n\n## Choices\n\n1. Yes\n');
    await run(vault, [], 'yes', item);
    expect(isThere(vault, 'projects/x/note-0.md')).toBe(true);
  });
});
