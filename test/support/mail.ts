import { png } from './images.js';
import { pdf } from './import-fixtures.js';

interface Part {
  type: string;
  content: string | Buffer;
  headers?: string[];
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');

function part({ type, content, headers = [] }: Part): string {
  const encoding = Buffer.isBuffer(content) ? ['Content-Transfer-Encoding: base64'] : [];
  const body = Buffer.isBuffer(content) ? base64(content) : content;
  return [`Content-Type: ${type}`, ...encoding, ...headers, '', body].join('\r\n');
}

function multipart(kind: string, boundary: string, parts: string[]): Part {
  const content = [...parts.map((text) => `--${boundary}\r\n${text}`), `--${boundary}--`, ''].join('\r\n');
  return { type: `multipart/${kind}; boundary="${boundary}"`, content };
}

/** A message of Zoé to Paul; `headers` come first, so that they win. */
export function message(body: Part | string, headers: string[] = []): Buffer {
  const own = [
    'From: =?utf-8?Q?Zo=C3=A9_Martin?= <zoe@example.org>',
    'To: Paul <paul@example.org>, "Ivan, Q." <ivan@example.org>',
    'Subject: =?iso-8859-1?Q?Devis_accept=E9?=',
    'Date: Fri, 1 Mar 2024 10:00:00 +0000',
    'Message-ID: <1@example.org>',
    'MIME-Version: 1.0',
  ].filter((line) => !headers.some((header) => header.split(':')[0] === line.split(':')[0]));
  const content = typeof body === 'string' ? { type: 'text/plain; charset=utf-8', content: body } : body;
  return Buffer.from([...headers, ...own, part(content)].join('\r\n'));
}

/** With text in two forms, an image in the text, a remote one, a PDF, and a program under a hostile name. */
export function richMessage(): Buffer {
  const html = `<html><body><p>Bonjour&nbsp;Paul,</p><p>Le devis à <b>6&nbsp;200&nbsp;€</b> est <a href="https://example.org/d">accepté</a>.</p>
    <table role="presentation"><tr><td><p>Signature</p></td><td><img src="cid:logo@x" alt="Logo"></td></tr></table>
    <img src="https://tracker.example.org/p.gif" width="1"><blockquote>Le 29 février, Paul a écrit&nbsp;: <p>Alors&nbsp;?</p></blockquote></body></html>`;
  const text = part({
    type: 'text/plain; charset=windows-1252',
    headers: ['Content-Transfer-Encoding: quoted-printable'],
    content: 'Bonjour Paul, 6 200 =80',
  });
  const attached = (name: string) => [`Content-Disposition: attachment; filename="${name}"`];
  const related = multipart('related', 'r', [
    part({ type: 'text/html; charset=utf-8', content: html }),
    part({
      type: 'image/png',
      content: png(4, 3),
      headers: ['Content-ID: <logo@x>', 'Content-Disposition: inline'],
    }),
  ]);
  return message(
    multipart('mixed', 'm', [
      part(multipart('alternative', 'a', [text, part(related)])),
      part({ type: 'application/pdf', content: pdf(['Total 6200']), headers: attached('../../devis.pdf') }),
      part({ type: 'application/octet-stream', content: Buffer.from('MZ'), headers: attached('run.exe') }),
    ]),
  );
}

/** Messages as an mbox file holds them. */
export function mbox(messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((bytes) => [
      Buffer.from('From zoe@example.org Fri Mar  1 10:00:00 2024\n'),
      Buffer.from(
        bytes
          .toString('latin1')
          .replaceAll('\r\n', '\n')
          .replaceAll(/^(>*From )/gm, '>$1'),
        'latin1',
      ),
      Buffer.from('\n\n'),
    ]),
  );
}
