import { describe, expect, it } from 'vitest';
import { firstLoadBytes, scriptsOf } from './support/first-load.js';
import { longText } from './support/long-text.js';
import { PATIENT, pageTests } from './support/page-tests.js';
import { put } from './support/sample-vault.js';

const FILES = 10_000;

pageTests(
  'A large vault',
  (world) => {
    it('draws only what is seen of ten thousand files', async () => {
      const page = await world.open('/');
      const folder = page.getByRole('treeitem', { name: /^bucket/ });
      await folder.click();
      await page.getByRole('treeitem', { name: /^note-00000\.md/ }).waitFor();
      expect(await page.getByRole('treeitem').count()).toBeLessThan(100);
      const tree = page.getByRole('tree');
      await tree.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.getByRole('treeitem', { name: /^note-09999\.md/ }).waitFor();
      expect(await page.getByRole('treeitem').count()).toBeLessThan(100);
    });

    it('opens a file of 5 MB at a line near its end', async () => {
      const page = await world.open('/file/projects/big/five-megabytes.md#L60001');
      const mark = page.locator('main mark').first();
      await mark.waitFor();
      expect(await mark.innerText()).toContain('line 60001 ');
      await expect.poll(async () => (await mark.boundingBox())?.y ?? -1, PATIENT).toBeGreaterThan(0);
      await expect.poll(async () => (await mark.boundingBox())?.y ?? 9e9, PATIENT).toBeLessThan(900);
      expect(Number(await page.evaluate('document.querySelectorAll("main *").length'))).toBeLessThan(5_000);
      await page.getByRole('button', { name: 'Raw' }).click();
      await page.getByTestId('raw').getByText('line 60001 ').waitFor();
      expect(await page.getByTestId('raw').locator('> div').count()).toBeLessThan(200);
    });

    it('shows one endless line', async () => {
      const page = await world.open('/file/projects/big/one-line.md');
      await page.getByTestId('text').getByText('endless').first().waitFor();
    });
  },
  {
    prepare(vault) {
      put(vault, 'projects/big/description.md', '# Big\n');
      for (let i = 0; i < FILES; i++)
        put(vault, `bucket/note-${String(i).padStart(5, '0')}.md`, `Note ${i}\n`);
      put(vault, 'projects/big/five-megabytes.md', longText());
      put(vault, 'projects/big/one-line.md', 'endless '.repeat(200_000));
    },
  },
);

describe('The built page', () => {
  it('loads less than 200 KB of script first, gzipped', () => {
    const bytes = firstLoadBytes();
    console.log(`script of the first load: ${(bytes / 1_000).toFixed(1)} KB gzipped`);
    expect(bytes).toBeLessThan(200_000);
  });

  it('names one large script and its helpers; the frame of diagrams names none', () => {
    const scripts = scriptsOf('index.html');
    expect(scripts.length).toBeLessThan(5);
    const large = scripts.filter((path) => /\/first-/.test(path));
    expect(large).toHaveLength(1);
    expect(() => scriptsOf('diagram.html')).toThrow('names no script');
  });
});
