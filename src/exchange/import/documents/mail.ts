import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { localMinute } from '../../../shared/clock.js';
import { decodeAs } from '../../../vault/encoding.js';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import { lowerHeadings } from '../../../vault/lower-headings.js';
import { cleanText } from './charset.js';
import {
  type Document,
  type DocumentJob,
  documentWith,
  UnreadableDocument,
  withoutEnding,
} from './document.js';
import { createEmbeddedFiles, type EmbeddedFiles } from './embedded-files.js';
import { htmlToMarkdown } from './html.js';
import { withoutPrefix } from './mail-threads.js';
import { splitMessages } from './mbox-lines.js';

/** A message, or the messages of a conversation one after the other, as in an mbox file: a section for each. */
export async function readMail({ bytes, name }: DocumentJob): Promise<Document> {
  const embedded = createEmbeddedFiles(withoutEnding(name));
  const messages: Email[] = [];
  for (const raw of splitMessages(Buffer.from(bytes))) {
    refuseUnknownEncoding(raw);
    messages.push(await PostalMime.parse(raw));
  }
  if (!messages.some(({ from, subject, messageId }) => from ?? subject ?? messageId))
    throw new UnreadableDocument('not a mail message');
  const sections = messages.map((message) => sectionOf(message, embedded));
  const dates = messages.map(dateOf).filter((date) => date !== null);
  return documentWith({
    text: [`# ${subjectOf(messages[0]!) || withoutEnding(name)}\n`, ...sections].join('\n'),
    created: dates[0] ?? null,
    updated: dates.at(-1) ?? null,
    id: messages.length === 1 ? idOf(messages[0]!) : null,
    files: embedded.files,
    leftOut: embedded.leftOut,
  });
}

/** PostalMime reads a text in an encoding that it does not know as another one. */
function refuseUnknownEncoding(raw: Buffer): void {
  for (const [, ofPart, ofWord] of raw.toString('latin1', 0, MOST_DECLARING).matchAll(DECLARED)) {
    const name = (ofPart ?? ofWord)!;
    if (decodeAs(name, Buffer.of()) === null)
      throw new UnreadableDocument(
        `it declares the encoding ${name}; convert it: iconv -f ${name} -t UTF-8 FILE > NEW, and declare UTF-8 in NEW`,
      );
  }
}

const DECLARED = /^content-type:(?:[^\n]|\n[ \t])*?charset="?([\w.:-]{2,40})|=\?([\w.:-]{2,40})\?[bq]\?/gim;
const MOST_DECLARING = 65_536;

function subjectOf({ subject = '' }: Email): string {
  return withoutPrefix(oneLine(subject));
}

function sectionOf(message: Email, embedded: EmbeddedFiles): string {
  const { from, to = [], cc = [] } = message;
  const date = dateOf(message);
  const when = date === null ? [] : [localMinute(date)];
  const who = from === undefined ? '' : oneLine(from.name || (from.address ?? ''));
  const heading = [...(who === '' ? [] : [who]), ...when].join(' · ') || 'Message';
  const people = [
    ['From', from === undefined ? [] : [from]],
    ['To', to],
    ['Cc', cc],
  ] as const;
  const lines = people
    .filter(([, addresses]) => addresses.length > 0)
    .map(([label, addresses]) => `${label}: ${addresses.map(addressText).join(', ')}`);
  const inline = new Map<string, string>();
  const links = message.attachments.flatMap((attachment) => keep(attachment, inline, embedded));
  const body = lowerHeadings(bodyOf(message, inline, embedded).trim());
  const parts = [`## ${heading}`, lines.join('  \n'), body, links.join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function addressText(address: Address): string {
  if (address.group !== undefined) return address.group.map(addressText).join(', ');
  const name = oneLine(address.name).replaceAll(/[<>]/g, '');
  const mailbox = `<${oneLine(address.address).replaceAll(/[<>\s]/g, '')}>`;
  return name === '' ? mailbox : `${name} ${mailbox}`;
}

/** Keeps an attachment. An image that the text shows is noted under its id; any other gets a link below the text. */
function keep(attachment: Attachment, inline: Map<string, string>, embedded: EmbeddedFiles): string[] {
  const { filename, contentId, mimeType, related, content } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  if (related === true && contentId !== undefined && mimeType.startsWith('image/')) {
    const name = embedded.addImage(bytes);
    if (name !== null) inline.set(`cid:${contentId.replaceAll(/[<>]/g, '')}`, name);
    return [];
  }
  const added = embedded.addFile(nameOf(filename ?? '', mimeType), bytes);
  if (added === null) return [];
  return [`${added.isImage ? '!' : ''}[${added.label}](<${added.name}>)`];
}

/** A message that was forwarded as an attachment often has no name, or its subject as one. */
function nameOf(filename: string, mimeType: string): string {
  if (mimeType !== 'message/rfc822' || /\.eml$/i.test(filename)) return filename;
  return `${filename || 'message'}.eml`;
}

/** Images on other servers are left out: showing one tells its sender that the message was opened. */
function bodyOf(message: Email, inline: Map<string, string>, embedded: EmbeddedFiles): string {
  const html = message.html === undefined ? '' : cleanText(message.html);
  const text =
    html === ''
      ? ''
      : htmlToMarkdown(html, {
          part: 'all',
          image: (url) => inline.get(decodedAddress(url)) ?? embedded.leaveOut('remote images'),
        }).text;
  return text.trim() === '' ? plainMailText(cleanText(message.text ?? '')) : text;
}

function dateOf({ date = '' }: Email): Date | null {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) || time.getFullYear() < 1970 || time.getFullYear() > 9999 ? null : time;
}

function idOf({ messageId }: Email): string | null {
  if (messageId === undefined || messageId.length < 3) return null;
  return `mail-${createHash('sha256').update(messageId).digest('hex').slice(0, 16)}`;
}

function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/** The text of a plain message as Markdown that looks the same: quotes stay quotes, lists stay lists. */
function plainMailText(text: string): string {
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => {
      const [quote = ''] = /^(?:> ?)*/.exec(line) ?? [];
      const rest = line.slice(quote.length).trimEnd();
      return `${quote.replaceAll(/> ?/g, '> ')}${escaped(rest)}`.trimEnd();
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** A line of a message must not become a heading, a fence, a rule or an HTML tag. Addresses in `<>` stay links. */
function escaped(line: string): string {
  return line
    .replace(/^\s{0,3}(?=#{1,6}(?:\s|$)|```|~~~|(?:[-=*_]\s{0,2}){2,80}$)/, '\\')
    .replaceAll(/<(?=[a-z!/][^<>:@]{0,200}>)/gi, '\\<');
}
