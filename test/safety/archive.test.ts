import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rappel } from '../support/rappel.js';
import { tempFolder } from '../support/temp-vault.js';

describe('rappel import ARCHIVE', () => {
  it('erases nothing: a folder with any entry, hidden or not, is refused and stays as it is', async () => {
    const archive = await exportedVault({ 'bucket/note.md': 'note\n' });
    for (const name of ['.git/HEAD', '.env', '.obsidian/app.json', '.rappel/trash/deleted.md']) {
      const folder = tempFolder();
      put(folder, join('proj', name), 'mine');
      put(folder, '.proj.before/note.md', 'mine');
      put(folder, '.proj.incoming/note.md', 'mine');
      const { code, err } = await rappel(['import', archive, '--yes', '--vault', join(folder, 'proj')]);
      expect(code).toBe(1);
      expect(err).toContain('is not an empty folder');
      expect(readFileSync(join(folder, 'proj', name), 'utf8')).toBe('mine');
      expect(readdirSync(folder).sort()).toEqual(['.proj.before', '.proj.incoming', 'proj']);
      expect(readdirSync(join(folder, '.proj.before'))).toEqual(['note.md']);
    }
  });
});

async function exportedVault(files: Record<string, string>): Promise<string> {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) put(join(folder, 'vault'), path, content);
  const archive = join(folder, 'vault.tar.gz');
  expect((await rappel(['export', archive], { vault: join(folder, 'vault') })).code).toBe(0);
  return archive;
}

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
