import { describe, expect, it } from 'vitest';
import { mbox, message, richMessage } from '../../../../test/support/mail.js';
import { readMail } from './mail.js';

const reading = (bytes: Uint8Array) => readMail({ format: 'mail', bytes, name: 'devis.eml', place: null });
const textOf = async (bytes: Uint8Array) => (await reading(bytes)).text.split('\n\n').slice(3).join('\n\n');

describe('a mail message', () => {
  it('becomes a note with its people, its text, its images and its attachments', async () => {
    const { text, files, leftOut, created, id } = await reading(richMessage());
    expect(text).toMatch(
      /^# Devis accepté\n\n## Zoé Martin · 2024-03-0\d \d\d:00\n\nFrom: Zoé Martin <zoe@example\.org> {2}\nTo: Paul <paul@example\.org>, Ivan, Q\. <ivan@example\.org>\n\n/,
    );
    expect(text).toContain('Le devis à **6\u00a0200\u00a0€** est [accepté](https://example.org/d).');
    expect(text).toContain('![Logo](devis.files/e0e8d812.png)');
    expect(text).toContain('> Le 29 février, Paul a écrit\u00a0:\n>\n> Alors\u00a0?');
    expect(text).toMatch(/\n\[devis\.pdf\]\(<devis\.files\/devis\.pdf>\)\n$/);
    expect(files.map(({ name }) => name)).toEqual(['devis.files/e0e8d812.png', 'devis.files/devis.pdf']);
    expect(leftOut).toEqual({ 'attachments of other types': 1, 'remote images': 1 });
    expect(created).toEqual(new Date('2024-03-01T10:00:00Z'));
    expect(id).toMatch(/^mail-[0-9a-f]{16}$/);
  });

  it('keeps a message that was forwarded as an attachment, with or without a name', async () => {
    const parts = [
      'Content-Type: text/plain\r\n\r\nSee below.',
      `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${message('Unnamed')}`,
      `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="The roof"\r\n\r\n${message('Named')}`,
    ];
    const content = [...parts.map((part) => `--x\r\n${part}`), '--x--', ''].join('\r\n');
    const { text, files, leftOut } = await reading(
      message({ type: 'multipart/mixed; boundary="x"', content }, ['Message-ID: <2@example.org>']),
    );
    expect(text).toContain(
      '[message.eml](<devis.files/message.md>)\n[The roof.eml](<devis.files/The roof.md>)\n',
    );
    expect(files.map(({ name }) => name)).toEqual(['devis.files/message.eml', 'devis.files/The roof.eml']);
    expect(Buffer.from(files[0]!.bytes).toString()).toContain('Unnamed');
    expect(leftOut).toEqual({});
  });

  it('in plain text looks as it was written, and makes no heading or tag', async () => {
    const plain = 'Bonjour,\n\n# non\n---\n> cité\n>> encore\n\n<b>x</b> <https://a.b>\n- a\n- b\n';
    expect(await textOf(message(plain))).toBe(
      'Bonjour,\n\n\\# non\n\\---\n> cité\n> > encore\n\n\\<b>x\\</b> <https://a.b>\n- a\n- b\n',
    );
  });

  it.each([
    ['windows-1252', 'Prix : 5=80, =93=9Cuvre=94 =96 fin', 'Prix : 5€, “œuvre” – fin\n'],
    ['iso-8859-1', 'Prix : 5=80, d=E9j=E0', 'Prix : 5€, déjà\n'],
    ['iso-8859-15', 'Prix : 5=A4', 'Prix : 5€\n'],
    ['shift_jis', '=93=FA=96=7B', '日本\n'],
    ['koi8-r', '=F0=D2=C9=D7=C5=D4', 'Привет\n'],
  ])('in %s is decoded', async (charset, content, expected) => {
    const headers = ['Content-Transfer-Encoding: quoted-printable'];
    const bytes = message({ type: `text/plain; charset=${charset}`, content, headers });
    expect(await textOf(bytes)).toBe(expected);
  });

  it.each([
    message({ type: 'text/plain;\r\n charset="x-unheard"', content: 'x' }),
    message({ type: 'text/plain', content: 'x' }, ['Subject: =?x-unheard?Q?a?=']),
  ])('that declares an encoding nobody knows is refused, and says how to convert it', async (bytes) => {
    await expect(reading(bytes)).rejects.toThrow(
      'it declares the encoding x-unheard; convert it: iconv -f x-unheard -t UTF-8 FILE > NEW, and declare UTF-8 in NEW',
    );
  });

  it('contains no control character, whatever its sender put into it', async () => {
    const bytes = message('a\u0000b\u001b[2Jc', ['Subject: x\u0007\u001by', 'From: "a\u0000\u001b" <a@b.c>']);
    expect((await reading(bytes)).text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('that is none is refused', async () => {
    await expect(reading(Buffer.from('just a text'))).rejects.toThrow('not a mail message');
  });

  it('with others in one file becomes a section of their conversation', async () => {
    const bytes = mbox([
      message('From now on\n'),
      message('Deux', ['Message-ID: <2@x>', 'Subject: Re: Devis']),
    ]);
    const { text, id } = await reading(bytes);
    expect(text.match(/^## .*$/gm)).toHaveLength(2);
    expect(text).toContain('\nFrom now on\n');
    expect(id).toBeNull();
  });
});
