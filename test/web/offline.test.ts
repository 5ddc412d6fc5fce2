import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { inPage } from './support/in-page.js';
import { COMPOSER, PATIENT, pageTests, send } from './support/page-tests.js';
import { startProxy } from './support/proxy.js';
import { startService } from './support/running-service.js';
import { png, put, writeSampleVault } from './support/sample-vault.js';

/** Waits until the worker watches the page and has kept the parts of the page itself. */
async function watched(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), PATIENT).toBe(true);
  await expect
    .poll(() => page.evaluate(STORED), PATIENT)
    .toMatchObject({ shell: 1, assets: expect.any(Number) });
}

async function serveBehindProxy() {
  const proxy = await startProxy();
  onTestFinished(() => proxy.close());
  const service = await startService({ prepare: writeSampleVault, args: ['--public', proxy.url] });
  onTestFinished(() => service.close());
  proxy.forwardTo(service.url);
  return { proxy, service };
}

const STORED = `(async () => {
  const counts = {};
  for (const name of await caches.keys())
    counts[name.replace(/^rappel-(\\w+) .*/, '$1')] = (await (await caches.open(name)).keys()).length;
  return counts;
})()`;

pageTests('The installed page', (world) => {
  it('has a manifest that a browser accepts, with icons of its own', async () => {
    const page = await world.open('/file/projects/atlas/state.md', { worker: true });
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = (await (await fetch(url)).json()) as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of manifest.icons) {
      const image = Buffer.from(await (await fetch(new URL(src, url))).arrayBuffer());
      expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`).toBe(sizes);
    }
    await expect
      .poll(async () => {
        const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
        // Every context of a test is incognito.
        return installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
      }, PATIENT)
      .toEqual([]);
  });

  it('shows what was read while the service is gone, says since when, and is up to date when it is back', async () => {
    const page = await world.open('/', { worker: true });
    await watched(page);
    await page.goto(`${world.service.url}/file/projects/atlas/state.md`);
    await page.getByRole('main').getByText('The cliffs of Crozon').waitFor();
    await page.goto(`${world.service.url}/`);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await world.service.stop();
    await page.getByText('Rappel is not responding').waitFor();
    await page.goto(`${world.service.url}/file/projects/atlas/state.md`);
    await page.getByRole('main').getByText('The cliffs of Crozon').waitFor();
    await page
      .getByRole('status')
      .getByText(/Offline since \d?\d:\d\d/)
      .waitFor();
    // Never opened, so there is no copy.
    await page.goto(`${world.service.url}/file/projects/moving-house/tasks.md`);
    await page.getByRole('main').getByText('Rappel is not responding').waitFor();
    await page.goto(`${world.service.url}/file/projects/atlas/state.md`);
    put(
      world.service.vault,
      'projects/atlas/state.md',
      '## Status\nactive\n\n## Focus\nThe dunes of Erdeven.\n',
    );
    await world.service.start();
    await page.getByRole('main').getByText('The dunes of Erdeven').waitFor();
    await page.getByText('Rappel is not responding').waitFor({ state: 'hidden' });
  });

  it('takes what another app shares: text, link and picture', async () => {
    const page = await world.open('/', { worker: true, width: 390 });
    await watched(page);
    await page.getByRole('form', { name: COMPOSER }).getByText('Ask', { exact: true }).click();
    const picture = png(60, 40).toString('base64');
    // As the system does it: a form that is posted to the address of the manifest.
    const landed = await page.evaluate(`(async () => {
      const form = new FormData();
      form.set('title', 'Tide tables');
      form.set('text', 'Tide tables for Douarnenez');
      form.set('url', 'https://example.org/tides');
      const bytes = Uint8Array.from(atob('${picture}'), (one) => one.charCodeAt(0));
      form.append('images', new File([bytes], 'marée.png', { type: 'image/png' }));
      return (await fetch('share', { method: 'POST', body: form })).url;
    })()`);
    await page.goto(String(landed));
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByRole('img', { name: 'marée.png' }).waitFor();
    await expect
      .poll(() => form.getByRole('textbox').inputValue(), PATIENT)
      .toBe('Tide tables for Douarnenez\nhttps://example.org/tides');
    expect(await form.getByRole('radio', { name: 'Remember' }).isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => page.evaluate(STORED), PATIENT).toMatchObject({ shared: 0 });
    await form.getByRole('button', { name: 'Remember' }).click();
    await page.waitForURL(/\/activity\//);
  });

  it('is installed a little later where the service did not answer at first', async () => {
    const { proxy } = await serveBehindProxy();
    const wasRefused = proxy.refuseOnce('sw.js');
    const { context, page } = await world.browser.open({ worker: true });
    onTestFinished(() => context.close());
    await page.goto(proxy.url);
    await watched(page);
    expect(wasRefused()).toBe(true);
  });

  it('works behind a proxy, under a path: every view, live changes, images, offline, and forgets on log-out', async () => {
    const { proxy, service } = await serveBehindProxy();
    const { context, page } = await world.browser.open({ worker: true });
    onTestFinished(() => context.close());
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(proxy.url)) elsewhere.push(request.url());
    });
    await page.goto(proxy.url);
    await page.getByLabel('Token').fill(readFileSync(join(service.vault, '.rappel/token'), 'utf8').trim());
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'harbour-cafe' }).first().click();
    await page.waitForURL(`${proxy.url}file/projects/harbour-cafe**`);
    await page.goto(`${proxy.url}file/projects/harbour-cafe/description.md`);
    const image = page.getByRole('main').getByRole('img', { name: 'The plan of the room' });
    await expect.poll(() => image.evaluate(inPage('element.naturalWidth')), PATIENT).toBeGreaterThan(0);
    put(service.vault, 'projects/harbour-cafe/description.md', '# What\n\nA café of fourteen seats.\n');
    await page.getByRole('main').getByText('fourteen seats').waitFor();
    await send(page, 'Ask', 'Which coffee?');
    await page.getByRole('article').first().waitFor();
    expect(page.url().startsWith(`${proxy.url}activity/`)).toBe(true);
    await page.goBack();
    await page.getByRole('main').getByText('fourteen seats').waitFor();
    await watched(page);
    await page.reload();
    await page.getByRole('main').getByText('fourteen seats').waitFor();

    await service.stop();
    await page.goto(`${proxy.url}file/projects/harbour-cafe/description.md`);
    await page.getByRole('main').getByText('fourteen seats').waitFor();
    await page.getByText('Rappel is not responding').first().waitFor();
    await service.start();
    await page.getByText('Rappel is not responding').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
    await expect.poll(() => page.evaluate(STORED), PATIENT).not.toHaveProperty('data');
    // Looking for a copy makes no store of them.
    proxy.refuseOnce('api/tasks');
    expect(await page.evaluate(`fetch('${proxy.url}api/tasks').then(({ status }) => status)`)).toBe(502);
    expect(await page.evaluate(STORED)).not.toHaveProperty('data');
    expect(elsewhere).toEqual([]);
  });
});
