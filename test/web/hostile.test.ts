import { expect, it } from 'vitest';
import { inPage } from './support/in-page.js';
import { PATIENT, pageTests } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const HOSTILE = `# Hostile <script>window.pwned = 1</script>

<script>window.pwned = 2</script>
<img src=x onerror="window.pwned = 3">
<svg onload="window.pwned = 4"></svg>
<iframe src="javascript:window.pwned = 5"></iframe>
<style>body { display: none }</style>
<div style="position:fixed;inset:0;z-index:99999;background:red">covers everything</div>
<base href="https://evil.example/">
<form action="https://evil.example/"><input name=q autofocus></form>
<meta http-equiv="refresh" content="0;url=https://evil.example/">

[click](javascript:window.pwned=6) [data](data:text/html,<script>window.pwned=7</script>)
[file](file:///etc/passwd) [up](../../../../etc/passwd) [slash](//evil.example/x) [vb](vbscript:x)
[safe](state.md) [web](https://example.org/page)
<javascript:window.pwned=8>

![remote](https://evil.example/pixel.png) ![proto](//evil.example/p.png) ![up](../../../.rappel/token)
![inline](data:image/svg+xml,<svg onload=alert(1)>) ![dot](.hidden.png)

\`\`\`html
<script>window.pwned = 9</script>
\`\`\`

| a | <b onclick="window.pwned=10">b</b> |
|---|---|
| ${'wide'.repeat(200)} | x |

[ref]: javascript:window.pwned=11
[a reference][ref]

${'x'.repeat(5_000)}

${'> '.repeat(3_000)}deep

${'*'.repeat(4_000)}a${'_'.repeat(4_000)}

$\\href{javascript:window.pwned=12}{x}$ $\\htmlStyle{position:fixed}{y}$ $\\includegraphics{https://evil.example/k.png}$ $\\rule{9999em}{9999em}$

\`\`\`mermaid
flowchart LR
  A["<img src='https://evil.example/m.png' onerror='parent.pwned=13'><script>parent.pwned=14</script>"] --> B
  click A href "javascript:parent.pwned=15"
  click B call alert()
  style A fill:url(https://evil.example/f.svg)
\`\`\`

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "themeCSS": "*{background:url(https://evil.example/t.png)}"}}%%
sequenceDiagram
  A->>B: <svg onload="parent.pwned=16"></svg>
\`\`\`

\`\`\`mermaid
classDiagram
  class Mail["<iframe src=javascript:parent.pwned=23></iframe>"]
  link Mail "javascript:parent.pwned=24"
\`\`\`

![[hostile]] ![[drawing.svg]] ![[../../.rappel/token]] [[javascript:window.pwned=17]]

> [!<img src=x onerror=window.pwned=18>] No callout
> [!note] <b onclick="window.pwned=19">Title</b>

#<script>window.pwned=20</script> ==<img src=x onerror=window.pwned=21>==

‮ reversed ‮ text
`;

pageTests(
  'Hostile files',
  (world) => {
    it('can’t run script, load anything from elsewhere, or leave their frame', async () => {
      const page = await world.open('/');
      const foreign: string[] = [];
      const problems: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(world.service.url) && !request.url().startsWith('blob:'))
          foreign.push(request.url());
      });
      page.on('console', (message) => {
        // The frame of the diagrams refuses what Mermaid lets through: that is what it is for.
        const isRefused = /diagram\.html$/.test(message.location().url) && /Policy/.test(message.text());
        if (message.type() === 'error' && !isRefused)
          problems.push(`${message.location().url} ${message.text()}`);
      });
      page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${world.service.url}/file/projects/atlas/hostile.md`);
      const text = page.getByTestId('text');
      await text.getByText('reversed').waitFor();
      const [drawn, refused] = [text.locator('.diagram img'), text.getByText('This diagram can’t be drawn.')];
      await expect.poll(async () => (await drawn.count()) + (await refused.count()), PATIENT).toBe(3);
      expect(await drawn.count()).toBeGreaterThan(0);
      await expect.poll(() => text.locator('.katex').count(), PATIENT).toBeGreaterThan(1);

      expect(await page.evaluate('window.pwned')).toBeUndefined();
      expect(foreign).toEqual([]);
      expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
      for (const tag of [
        'script',
        'iframe',
        'style',
        'form',
        'base',
        'meta',
        'object',
        'embed',
        'svg[onload]',
      ])
        expect(await text.locator(tag).count(), tag).toBe(0);
      expect(await text.locator('[style]:not(.katex *), [onclick], [onerror], [onload]').count()).toBe(0);
      const sources = (await text
        .locator('img')
        .evaluateAll(inPage('element.map((image) => image.src)'))) as string[];
      // The diagrams, as pictures.
      expect(sources.filter((source) => !source.startsWith(`blob:${world.service.url}/`))).toEqual([]);
      for (const frame of page.frames()) expect(await frame.evaluate('window.pwned')).toBeUndefined();
      const frames = page.frames().filter((frame) => frame !== page.mainFrame());
      expect(await Promise.all(frames.map((frame) => frame.evaluate('origin')))).toEqual(['null']);

      const links = (await text
        .locator('a')
        .evaluateAll(inPage('element.map((link) => link.href)'))) as string[];
      for (const link of links) expect(link).toMatch(/^(?:https:\/\/example\.org\/|http:\/\/127\.0\.0\.1)/);
      expect(links.some((link) => link.includes('passwd') || link.includes('token'))).toBe(false);
      expect(await text.getByRole('link', { name: 'web' }).getAttribute('rel')).toContain('noopener');

      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('Appearance').waitFor();
    });

    it('are served under a policy without inline script', async () => {
      const response = await fetch(`${world.service.url}/file/projects/atlas/hostile.md`);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
    });

    it('are drawn as diagrams in a frame that runs no script of theirs and loads nothing', async () => {
      const response = await fetch(`${world.service.url}/diagram.html`);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='; style-src 'unsafe-inline';/);
      expect(policy).toContain("frame-ancestors 'self'");
      // Its origin is nobody's, also where its address is opened.
      expect(policy).toMatch(/sandbox allow-scripts$/);
      expect(policy).not.toMatch(/connect-src|img-src|unsafe-eval/);
    });

    it('are no pages when their address is opened', async () => {
      const response = await fetch(`${world.service.url}/api/files/projects/atlas/page.html`);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('names that look like code are only names', async () => {
      const page = await world.open('/file/projects/atlas');
      await page.getByRole('main').getByText('<img src=x onerror=window.pwned=1>.md').waitFor();
      expect(await page.evaluate('window.pwned')).toBeUndefined();
    });

    it('the built files are served by type, and for good', async () => {
      const html = await (await fetch(world.service.url)).text();
      const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(html)![1]!;
      const response = await fetch(world.service.url + script);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect((await fetch(`${world.service.url}/inbox/x`)).headers.get('cache-control')).toBe('no-cache');
      expect((await fetch(`${world.service.url}/assets/none.js`)).status).toBe(404);
      expect((await fetch(`${world.service.url}/assets/..%2f..%2fcli%2fmain.js`)).status).toBe(404);
      expect((await fetch(`${world.service.url}/api/none`)).status).toBe(404);
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'projects/atlas/hostile.md', HOSTILE);
      put(
        vault,
        'projects/atlas/drawing.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=22"/>',
      );
      put(vault, 'projects/atlas/page.html', '<script>window.pwned = 1</script>');
      put(vault, 'projects/atlas/<img src=x onerror=window.pwned=1>.md', 'x\n');
    },
  },
);
