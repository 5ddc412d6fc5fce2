import { expect, it } from 'vitest';
import { inPage } from './support/in-page.js';
import { PATIENT, pageTests, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const RICH = `---
aliases: [Rich one]
---

# Rich

A price of $5 and one of $10, a formula $a_1^2 + \\frac{b}{c}$, a ==marked **word**== and a #print/proof tag, not 5 == 5 == 6.

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

> [!warning] Paper is *late*
> Order before **May**.

> [!tip]- Folded
> Hidden until opened.

\`\`\`ts
const answer: number = 42; // the answer
\`\`\`

\`\`\`mermaid
flowchart LR
  A[Order paper] --> B{In stock?}
  B -->|yes| C[Print]
\`\`\`

\`\`\`mermaid
not a diagram at all
\`\`\`

![[Second name]]

![[part#Second half]]

![[rich]]

Then [[Second name|the part]] and [a file](part.md#second-half).
`;

const PART = `---
aliases:
  - Second name
---

# Part

First half with a footnote.[^1]

## Second half

The second half says more, as Rich does.

## Third half

Not in the section.

[^1]: A note below.
`;

pageTests(
  'Rich notes',
  (world) => {
    it('show formulas, diagrams, code, callouts, marks, tags and notes in place', async () => {
      const page = await world.open('/file/bucket/rich.md');
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      const text = page.getByTestId('text');
      await text.locator('.formula .katex').waitFor();
      await text.locator('.formula-block .katex-display').waitFor();
      expect(await text.locator('.formula').count()).toBe(1);
      expect(await text.getByText('A price of $5 and one of $10').count()).toBe(1);
      expect(await text.locator('mark.highlight').allInnerTexts()).toEqual(['marked word']);
      expect(await text.locator('mark.highlight strong').count()).toBe(1);
      await text.locator('.hljs-keyword').first().waitFor();

      const warning = text.getByRole('note');
      expect(await warning.locator('.callout-title').innerText()).toBe('Paper is late');
      expect(await warning.getAttribute('data-look')).toBe('warn');
      const folded = text.getByText('Hidden until opened.');
      expect(await folded.isVisible()).toBe(false);
      await text.getByText('Folded').focus();
      await page.keyboard.press('Enter');
      await folded.waitFor();

      const diagram = text.getByRole('img', { name: 'Diagram' });
      await diagram.waitFor();
      await expect
        .poll(() => diagram.evaluate(inPage('element.complete && element.naturalWidth > 100')), PATIENT)
        .toBe(true);
      await text.getByText('This diagram can’t be drawn.').waitFor();
      expect(await text.locator('svg style, svg script').count()).toBe(0);

      const parts = text.getByRole('region', { name: 'Embedded note: part' });
      expect(await parts.count()).toBe(2);
      expect(await parts.nth(0).getByText('Not in the section.').count()).toBe(1);
      expect(await parts.nth(1).innerText()).toContain('The second half says more');
      expect(await parts.nth(1).innerText()).not.toContain('Not in the section.');
      // A note in itself is a link.
      await text.getByRole('link', { name: 'rich', exact: true }).waitFor();

      await text.locator('.code').hover();
      await text.getByRole('button', { name: 'Copy code' }).first().click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'const answer: number = 42; // the answer',
      );
      expect(problems).toEqual([]);
      expect(await seriousViolations(page)).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/rich-light.png`, fullPage: true });
    });

    it('lead to a search from a tag, and show their links from the other side', async () => {
      const page = await world.open('/file/bucket/rich.md');
      await page.getByRole('link', { name: '#print/proof' }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Search your memory' }).inputValue(), PATIENT)
        .toBe('#print/proof');
      await page.getByRole('option', { name: /rich/i }).first().waitFor();
      await page.keyboard.press('Escape');

      await page.goto(`${world.service.url}/file/bucket/part.md`);
      const linked = page.getByRole('region', { name: 'Linked from' });
      await linked.getByRole('link').first().waitFor();
      expect(await linked.getByRole('link').count()).toBe(3);
      await page.goto(`${world.service.url}/file/bucket/rich.md`);
      const mentions = page.getByRole('region', { name: 'Mentions without a link' });
      await mentions.getByText('The second half says more, as Rich does.').click();
      await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/file/bucket/part.md');
      expect(new URL(page.url()).hash).toMatch(/^#L\d+$/);
    });

    it('show the start of a link’s target on hover and on focus, until Escape', async () => {
      const page = await world.open('/file/bucket/rich.md', { theme: 'dark' });
      const link = page.getByTestId('text').getByRole('link', { name: 'the part' });
      // What is drawn late moves the link.
      await page.getByRole('img', { name: 'Diagram' }).waitFor();
      await page.getByText('This diagram can’t be drawn.').waitFor();
      await page.getByText('The second half says more').nth(1).waitFor();
      await link.hover();
      const preview = page.getByRole('tooltip');
      await preview.getByText('First half with a footnote.').waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/preview-dark.png` });
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'detached' });
      await link.focus();
      await page.keyboard.press('Tab');
      await preview.getByText('The second half says more').waitFor();
      expect(await preview.innerText()).not.toContain('First half');
    });

    it('fit a phone in French, and load what is heavy only when it is there', async () => {
      const page = await world.open('/file/overview.md', {
        width: 390,
        height: 800,
        language: 'fr',
        theme: 'dark',
      });
      await page.getByTestId('text').waitFor();
      const loaded = () =>
        page.evaluate(
          'performance.getEntriesByType("resource").map(({ name }) => name).join(" ")',
        ) as Promise<string>;
      expect(await loaded()).not.toMatch(/katex|colour-code|diagram|formula/);
      await page.goto(`${world.service.url}/file/bucket/rich.md`);
      await page.getByRole('img', { name: 'Schéma' }).waitFor();
      await page.getByText('Impossible de dessiner ce schéma.').waitFor();
      await page.getByRole('heading', { name: 'Mentions sans lien' }).waitFor();
      expect(await loaded()).toMatch(/formula/);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await seriousViolations(page)).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/rich-phone.png`, fullPage: true });
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'bucket/rich.md', RICH);
      put(vault, 'bucket/part.md', PART);
    },
  },
);
