import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { ToolContext } from '../tools/define-tool.js';
import { findTool } from '../tools/registry.js';
import { createGitHistory } from './history/git-history.js';
import { recordChanges } from './record-changes.js';
import { hasWriters, withWriter } from './writers.js';

/** A write in a vault whose state can't be used; what the command is told at its end. */
async function complaintsAfter(reason: string): Promise<string[]> {
  const { context, put } = tempVault();
  const complaints: string[] = [];
  const work = async (recorded: ToolContext) => {
    await findTool('write')!.call({ path: 'a.md', content: 'un' }, recorded);
    put('.rappel/format.json', '{"format":99}');
  };
  await recordChanges(
    context,
    work,
    () => reason,
    (problem) => complaints.push(problem),
  );
  return complaints;
}

describe('a command that writes', () => {
  it('says where its change is done but could not be recorded', async () => {
    expect(await complaintsAfter('created vault/a.md')).toEqual([
      expect.stringMatching(/^the change is done, but /),
    ]);
  });

  it('does not say that something is done where nothing was', async () => {
    expect(await complaintsAfter('')).toEqual([]);
  });

  it('records what it changed before it failed, and leaves no mark that it is at work', async () => {
    const { context, root, vault } = tempVault();
    const work = async (recorded: ToolContext) => {
      await findTool('write')!.call({ path: 'a.md', content: 'un' }, recorded);
      expect(hasWriters(root)).toBe(true);
      await findTool('edit')!.call({ path: 'b.md', old_content: 'x', new_content: 'y' }, recorded);
    };
    await expect(
      recordChanges(
        context,
        work,
        () => 'done',
        () => {},
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(hasWriters(root)).toBe(false);
    const entries = await createGitHistory(vault).list({ limit: 5 });
    expect(entries.map(({ source, files }) => [source, files.map(({ path }) => path)])).toEqual([
      ['tool', ['a.md']],
    ]);
  });

  it('is forgotten where its mark was not renewed for a minute, though its process runs', async () => {
    const { root } = tempVault();
    await withWriter(root, async (announce) => {
      announce();
      const folder = join(root, '.rappel', 'writers');
      const old = new Date(Date.now() - 61_000);
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
      expect(hasWriters(root)).toBe(false);
    });
  });
});
