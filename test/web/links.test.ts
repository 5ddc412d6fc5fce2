import { expect, it } from 'vitest';
import { pageTests } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const NOTE = `# Links

To [[profile]], to [[Projects/Atlas/Description.md|the maps]], to [[changelog#2026-11-02|a day]] and to [[nothing there]].

![[floor-plan.png]]

\`[[profile]]\`

- [ ] Ask [[profile]]
`;

pageTests(
  'Wiki links',
  (world) => {
    it('lead to notes by name, path, alias and heading, and show images', async () => {
      const page = await world.open('/file/bucket/links.md');
      const text = page.getByTestId('text');
      const href = (name: string) =>
        text.getByRole('link', { name, exact: true }).first().getAttribute('href');
      await text.getByRole('link', { name: 'the maps' }).waitFor();
      expect(await href('profile')).toBe('/file/profile.md');
      expect(await href('the maps')).toBe('/file/projects/atlas/description.md');
      expect(await href('a day')).toBe('/file/changelog.md#2026-11-02');
      expect(await text.getByRole('link', { name: 'nothing there' }).count()).toBe(0);
      expect(await text.locator('code').innerText()).toBe('[[profile]]');
      expect(await text.getByRole('img', { name: 'floor-plan.png' }).getAttribute('src')).toContain(
        'projects/harbour-cafe/bucket/floor-plan.png',
      );
      expect(await text.getByRole('link', { name: 'profile', exact: true }).count()).toBe(2);
      await text.getByRole('link', { name: 'the maps' }).click();
      expect(new URL(page.url()).pathname).toBe('/file/projects/atlas/description.md');
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'bucket/links.md', NOTE);
    },
  },
);
