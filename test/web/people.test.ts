import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPageFiles } from '../../src/http/page.js';
import { PASSWORD, startPeopleHub } from '../support/hub-people.js';
import { openPglite } from '../support/postgres.js';
import { type Browser, findChromium, launch, settled } from './support/browser.js';
import { seriousViolations } from './support/page-tests.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe.skipIf(findChromium() === null && process.env.CI !== 'true')('the sign-in page of a hub', () => {
  it('lets people join, sign in with a passkey and a password, and leave, in two languages', {
    timeout: 240_000,
  }, async () => {
    const hub = await startPeopleHub(await openPglite(), ['anna'], {
      pageFiles: openPageFiles(`${process.cwd()}/dist/web`),
    });
    // Passkeys need a name.
    const url = hub.url.replace('127.0.0.1', 'localhost');
    const { code } = await hub.people.invite('ben@x.org', 'anna', 'editor');
    const { page, context } = await browser.open();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.goto(`${url}/invitation#${code}`);
    await page.getByText('You were invited as ben@x.org.').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByRole('heading', { name: 'Your vaults' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByLabel('Name').fill('assistant');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('code').innerText();
    expect(
      (await hub.send('GET', '/v/anna/api/tree', undefined, { authorization: `Bearer ${token}` })).status,
    ).toBe(200);

    await page.getByRole('button', { name: 'Sign out' }).click();
    // Where one wanted to go, after signing in.
    await page.goto(`${url}/v/anna/history`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${url}/v/anna/history`);
    await page.getByRole('tree').waitFor();
    expect(problems).toEqual([]);

    const french = (await browser.open({ language: 'fr', width: 390, theme: 'dark' })).page;
    await french.goto(`${url}/`);
    await french.getByLabel('Adresse e-mail').fill('ben@x.org');
    await french.getByLabel('Mot de passe').fill('not the password');
    await french.keyboard.press('Enter');
    await french.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await settled(french);
    expect(await seriousViolations(french)).toEqual([]);
    await french.getByLabel('Mot de passe').fill(PASSWORD);
    await french.keyboard.press('Enter');
    await french.getByRole('link', { name: /anna/ }).click();
    await french.waitForURL(`${url}/v/anna/`);

    // Whose session ends while they look at a vault signs in again, and comes back.
    await french.getByRole('radio', { name: 'Noter' }).waitFor();
    await hub.database.ask('DELETE FROM rappel.sessions');
    await french.getByRole('button', { name: 'Se connecter', exact: true }).waitFor();
    await french.getByLabel('Adresse e-mail').fill('ben@x.org');
    await french.getByLabel('Mot de passe').fill(PASSWORD);
    await french.keyboard.press('Enter');
    await french.waitForURL(`${url}/v/anna/`);

    // Only an owner is offered to manage the people of the vault.
    await french.goto(`${url}/?members=anna`);
    await french.getByRole('heading', { name: 'Vos vaults' }).waitFor();
    expect(await french.getByRole('link', { name: 'Membres' }).count()).toBe(0);
    await hub.people.invite('ben@x.org', 'anna', 'owner');
    await french.reload();
    await french.getByRole('heading', { name: 'Membres de anna' }).waitFor();
    await french.getByLabel('Adresse e-mail').fill('eve@x.org');
    await french.getByRole('button', { name: 'Créer le lien' }).click();
    await french.getByRole('button', { name: 'Copier le lien' }).waitFor();
    const invitation = await french.locator('code').innerText();
    await french.getByLabel('Adresse e-mail').fill('zoe@x.org');
    await french.getByRole('button', { name: 'Créer le lien' }).click();
    await french.getByRole('button', { name: 'Annuler l’invitation : zoe@x.org' }).click();
    await french.getByRole('button', { name: 'Annuler l’invitation ? : zoe@x.org' }).click();
    await french.getByText('zoe@x.org', { exact: true }).waitFor({ state: 'detached' });
    const asked = await browser.open();
    await asked.page.goto(invitation);
    await asked.page.getByText('to the vault anna (reader) by ben@x.org').waitFor();
    await asked.page.getByLabel('Password').fill(PASSWORD);
    await asked.page.getByRole('button', { name: 'Create account' }).click();
    await asked.page.getByRole('link', { name: 'anna reader' }).waitFor();
    await french.reload();
    await french.getByLabel('Rôle : eve@x.org').selectOption('editor');
    await expect.poll(async () => (await hub.people.list('eve@x.org'))[0]!.vaults[0]!.role).toBe('editor');
    await french.getByLabel('Rôle : ben@x.org').selectOption('reader');
    await french.getByText('Le vault n’aurait plus de propriétaire.').waitFor();
    await settled(french);
    expect(await seriousViolations(french)).toEqual([]);

    // A reader is shown nothing that would be refused; an editor is.
    const { cookie } = await hub.join('rita@x.org', 'anna', 'reader');
    const [name, value] = cookie.split('=') as [string, string];
    const reading = await browser.open();
    await reading.context.addCookies([{ name, value, url: hub.url }]);
    const refused: string[] = [];
    reading.page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    const offered = async (at: typeof page) => {
      await at.getByRole('tree').waitFor();
      await settled(at);
      const buttons = ['New note', 'Edit', 'Rename, move or delete'].map((label) =>
        at.getByRole('button', { name: label }).count(),
      );
      const remember = at.getByRole('radio', { name: 'Remember' }).count();
      return Promise.all([...buttons, remember]);
    };
    await reading.page.goto(`${hub.url}/v/anna/file/overview.md`);
    await expect.poll(() => offered(reading.page)).toEqual([0, 0, 0, 0]);
    expect(refused).toEqual([]);
    await page.goto(`${url}/v/anna/file/overview.md`);
    // The session of this browser has ended too.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect.poll(() => offered(page)).toEqual([1, 1, 1, 1]);

    // A passkey that was not made after all: the invitation is used, and the page goes on.
    const without = await browser.open();
    const { code: third } = await hub.people.invite('tim@x.org', 'anna', 'reader');
    await without.page.goto(`${url}/invitation#${third}`);
    await without.page.evaluate(
      'navigator.credentials.create = () => Promise.reject(new Error("cancelled"))',
    );
    await without.page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await without.page.getByText('You have joined, but no passkey was added.').waitFor();
    await without.page.getByLabel('New password').fill(PASSWORD);
    await without.page.getByRole('button', { name: 'Change password' }).click();
    await without.page.getByText('Password changed.').waitFor();
  });
});
