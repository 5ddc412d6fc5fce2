import { createWriteStream, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, FormatName } from '../../src/exchange/import/documents/document.js';
import { readDocx } from '../../src/exchange/import/documents/docx.js';
import { readMail } from '../../src/exchange/import/documents/mail.js';
import { readWebPage as readHtml } from '../../src/exchange/import/documents/web-page.js';
import { docx, paragraph, run } from '../support/docx.js';
import { png } from '../support/images.js';
import { mbox, message, richMessage } from '../support/mail.js';
import { rappel } from '../support/rappel.js';
import { runCommand } from '../support/run-command.js';
import { count } from '../support/runs.js';
import { tempFolder } from '../support/temp-vault.js';

async function newVault(): Promise<string> {
  const vault = join(tempFolder(), 'vault');
  expect((await runCommand(['init'], { vault })).code).toBe(0);
  return vault;
}

function source(files: Record<string, string | Buffer>): string {
  const folder = join(tempFolder(), 'source');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function importInto(vault: string, path: string, env: Record<string, string> = {}) {
  const { code, out, err } = await runCommand(['import', path, '--yes', '--json'], { vault, env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** Ten entities, each ten times the one before: a billion letters in a kilobyte. */
function entityBomb(): string {
  const names = 'abcdefghij';
  const entities = [...names].map((name, at) => {
    const value = at === 0 ? 'x' : `&${names[at - 1]};`.repeat(10);
    return `<!ENTITY ${name} "${value}">`;
  });
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return `<?xml version="1.0"?><!DOCTYPE w:document [${entities.join('')}]><w:document ${space}><w:body>${paragraph(run('&j;'))}</w:body></w:document>`;
}

const SEEDS: [FormatName, (job: never) => Document | Promise<Document>, Buffer][] = [
  [
    'html',
    readHtml,
    Buffer.from(
      '<title>é</title><main><h1>a</h1><p>b<sup><a href="#f" id="r">1</a></sup><img src="data:image/png;base64,iVBORw0KGgo="></p><ol><li id="f">n<a href="#r">^</a></li></ol><table><tr><td>1<td><ul><li>2</table></main>',
    ),
  ],
  ['mail', readMail, richMessage()],
  ['mail', readMail, mbox([message('Un'), richMessage(), message('From x\n> é')])],
  ['docx', readDocx, docx()],
];

/** Parts that mean something to one of the formats. */
const PARTS = [
  '<div>',
  '</p>',
  '<table>',
  '&#0;',
  '*',
  '**',
  '* ',
  '``',
  '`_',
  '[[',
  ']]',
  '[fn:',
  '#+begin_',
  ':END:',
  '.. ',
  '::',
  '\n',
  '\n\n',
  '   ',
  '\u0000',
  '\u001b[2J',
  '=====',
  '|',
  '+--',
  '--m\r\n',
  'Content-Type: ',
  '=?utf-8?Q?',
  '\ud800',
  '../',
];

describe('a document that was damaged or forged', () => {
  it.each(SEEDS)(
    'is read as a harmless note or refused: %s',
    async (format, reader, seed) => {
      const change = fc.record({
        at: fc.nat(seed.length),
        cut: fc.nat(40),
        put: fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 4 })),
        times: fc.constantFrom(1, 1, 1, 3, 400),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          const bytes = changes.reduce<Buffer>(
            (now, { at, cut, put, times }) =>
              Buffer.concat([now.subarray(0, at), Buffer.from(put.repeat(times)), now.subarray(at + cut)]),
            seed,
          );
          const job = { format, bytes, name: 'x.y', place: null } as never;
          const document = await Promise.resolve()
            .then(() => reader(job))
            .catch(() => null);
          if (document === null) return;
          expect(document.text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
          for (const { name } of document.files)
            expect(name).toMatch(/^x\.files\/[^/\\.][^/\\]*$|^x\.y\.files\//);
        }),
        { numRuns: count(30, 400), endOnFailure: true },
      );
    },
    600_000,
  );
});

describe('a document that is made to take for ever', () => {
  it('is left out or copied, and everything else is imported', async () => {
    const bomb = '<w:p/>'.repeat(20_000_000);
    const folder = source({
      'bomb.docx': docx({ body: bomb }),
      'entities.docx': docx({ extra: [{ name: 'word/document.xml', content: entityBomb() }] }),
      'deep.html': '<div>'.repeat(200_000),
      'parts.eml': message({
        type: 'multipart/mixed; boundary=b',
        content: '--b\r\n\r\nx\r\n'.repeat(20_000),
      }),
      'good.html': '<p>good</p>',
    });
    const { files, skipped } = await importInto(await newVault(), folder);
    const names = files.map(({ path }: { path: string }) => path.replace('vault/bucket/source/', ''));
    expect(names).toContain('good.md');
    expect(names).not.toContain('bomb.docx.md');
    const reasons = Object.fromEntries(
      skipped.map(({ from, reason }: Record<string, string>) => [from, reason]),
    );
    expect(reasons['entities.docx']).toBe('damaged, password-protected, or not a Word document');
    expect(reasons['deep.html']).toMatch(/nested too deeply|too long|memory/);
  }, 300_000);

  it('can be a mailbox of any size: messages are read one conversation at a time', async () => {
    const file = join(tempFolder(), 'all.mbox');
    const words = Array.from({ length: 30_000 }, (_, n) => ((n * 7919) % 100_003).toString(36)).join(' ');
    await pipeline(function* () {
      for (let number = 0; number < 200; number++)
        yield mbox([message(words, [`Message-ID: <${number}@x>`, `Subject: Talk ${number}`])]);
    }, createWriteStream(file));
    // The program takes some 30 of them: there is no room left for 27 MB of messages.
    const env = { NODE_OPTIONS: '--max-old-space-size=52' };
    const { out, code } = await rappel(['import', file, '--dry-run', '--json'], {
      vault: await newVault(),
      env,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).files).toHaveLength(200);
  }, 300_000);
});

describe('a document reads nothing outside its source', () => {
  it('by way of the images that it shows or the names of its attachments', async () => {
    const outside = tempFolder();
    writeFileSync(join(outside, 'secret.png'), png(9, 9));
    const address = join(outside, 'secret.png');
    const folder = source({
      'a.html': `<p>a<img src="${address}"><img src="file://${address}"><img src="../secret.png"><img src="link.png"></p>`,
    });
    writeFileSync(join(folder, '..', 'secret.png'), png(9, 9));
    symlinkSync(address, join(folder, 'link.png'));
    const vault = await newVault();
    const { files } = await importInto(vault, join(folder, 'a.html'));
    expect(files).toHaveLength(1);
    const names = [
      '../../../up.pdf',
      '/etc/x.pdf',
      'C:\\y.pdf',
      '.hidden.pdf',
      'CON.txt',
      `${'é'.repeat(300)}.png`,
      'a\u0007[b](c).png',
    ];
    const parts = names.map(
      (name) =>
        `--b\r\nContent-Type: application/x\r\nContent-Disposition: attachment; filename="${name.replaceAll('\\', '\\\\')}"\r\n\r\nx\r\n`,
    );
    const mail = message({ type: 'multipart/mixed; boundary=b', content: `${parts.join('')}--b--` });
    await importInto(vault, join(source({ 'm.eml': mail }), 'm.eml'));
    expect(readdirSync(join(vault, '..')).sort()).toEqual(['vault']);
    const kept = readdirSync(join(vault, 'bucket', 'm.files'));
    expect(kept.every((name) => !name.startsWith('.') && Buffer.byteLength(name) <= 255)).toBe(true);
    expect(readFileSync(join(vault, 'bucket', 'm.md'), 'utf8')).not.toMatch(/[\0-\x09\x0b-\x1f]/);
  });
});
