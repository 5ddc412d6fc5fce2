import { expect, it } from 'vitest';
import { inPage } from './support/in-page.js';
import { COMPOSER, PATIENT, pageTests } from './support/page-tests.js';

pageTests('The page without a mouse', (world) => {
  it('searches as one types and opens a passage at its line', async () => {
    const page = await world.open('/');
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search your memory' });
    await field.pressSequentially('grease trap');
    await page.getByRole('option', { name: /town hall/ }).waitFor();
    const chosen = page.locator('[role=option][aria-selected=true]');
    for (let step = 0; step < 20 && !(await chosen.innerText()).includes('town hall'); step++)
      await page.keyboard.press('ArrowDown');
    expect(await chosen.innerText()).toContain('town hall');
    await page.keyboard.press('Enter');
    await page.locator('main mark').first().waitFor();
    expect(page.url()).toMatch(/\/file\/projects\/harbour-cafe\/state\.md#L\d+/);
    expect(await page.locator('main mark').allInnerTexts()).toContain(
      'The grease trap: the town hall answers within six weeks.',
    );
  });

  it('narrows a search by place and by date', async () => {
    const page = await world.open('/');
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search your memory' }).fill('décision couleurs oak');
    await page.getByRole('option', { name: /oak/i }).first().waitFor();
    await page.getByLabel('Folder').selectOption('projects/atlas/');
    await expect.poll(() => page.getByRole('option', { name: /birch/ }).count(), PATIENT).toBe(0);
    await page.getByRole('option', { name: /bleu/ }).first().waitFor();
    await page.getByLabel('Date').selectOption('range');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect.poll(() => page.getByRole('option', { name: /bleu/ }).count(), PATIENT).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('never reaches anything behind the input', async () => {
    for (const screen of [
      { width: 1440, height: 500 },
      { width: 390, height: 600 },
    ]) {
      const page = await world.open('/', screen);
      const form = page.getByRole('form', { name: COMPOSER });
      const links = page.getByRole('main').getByRole('link');
      await links.first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(screen.height);
      for (const link of await links.all()) {
        await link.focus();
        const [low, top] = [await link.boundingBox(), await form.boundingBox()];
        expect(low!.y + low!.height).toBeLessThanOrEqual(top!.y);
      }
      // A form is not covered at all: the input comes after its end.
      await page.goto(`${world.service.url}/settings`);
      const last = page.getByRole('region', { name: 'Search endpoints' });
      await last.waitFor();
      const [end, after] = [await last.boundingBox(), await form.boundingBox()];
      expect(end!.y + end!.height).toBeLessThanOrEqual(after!.y);
    }
  });

  it('walks the tree, opens folders and files', async () => {
    const page = await world.open('/');
    const tree = page.getByRole('tree');
    await page.getByRole('treeitem', { name: /^projects/ }).waitFor();
    await tree.focus();
    await page.keyboard.press('End');
    const active = () =>
      tree.evaluate(
        inPage('document.getElementById(element.getAttribute("aria-activedescendant"))?.innerText'),
      );
    expect(await active()).toContain('moving-house');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: /^description\.md/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await active()).toContain('description.md');
    await page.keyboard.press('Enter');
    await page.locator('main').getByText('the flat above the café').waitFor();
    expect(new URL(page.url()).pathname).toBe('/file/projects/moving-house/description.md');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('treeitem', { name: /^description\.md/ }).waitFor({ state: 'detached' });
  });

  it('goes to the input, changes its mode, asks, and comes back', async () => {
    const page = await world.open('/');
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('/');
    const form = page.getByRole('form', { name: COMPOSER });
    expect(await form.getByRole('textbox').evaluate(inPage('element === document.activeElement'))).toBe(true);
    await page.keyboard.press('Control+/');
    expect(await form.getByRole('radio', { name: 'Ask' }).isChecked()).toBe(true);
    await page.keyboard.type('Who chose the coffee?');
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await form.getByRole('textbox').inputValue()).toBe('Who chose the coffee?');
    await page.goBack();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.goForward();
    await page.getByRole('article').first().waitFor();
    await page.reload();
    await page.getByRole('article').first().waitFor();
    // The mode and the unsent text are remembered too.
    expect(await form.getByRole('radio', { name: 'Ask' }).isChecked()).toBe(true);
    expect(await form.getByRole('textbox').inputValue()).toBe('Who chose the coffee?');
  });

  it('moves the edge of the sidebar', async () => {
    const page = await world.open('/');
    const edge = page.getByRole('separator', { name: 'Sidebar width' });
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    expect(await edge.getAttribute('aria-valuenow')).toBe('304');
    await page.reload();
    expect(await edge.getAttribute('aria-valuenow')).toBe('304');
  });
});
