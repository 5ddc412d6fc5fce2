import { createHash } from 'node:crypto';
import { decodeWords } from 'postal-mime';
import { slugOf } from '../../../agents/clerk/projects.js';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { localDate } from '../../../shared/clock.js';
import { type Offer, orReason } from '../item.js';
import { readSourceParts, type SourceFile, streamSourceFile, TOO_LARGE } from '../source-file.js';
import type { Common, Content } from './document-reader.js';
import { type Format, MAIL } from './formats.js';
import { type MessageHead, type Thread, threadsOf, withoutPrefix } from './mail-threads.js';
import { MBOX_ENDING, nextSeparator } from './mbox-lines.js';

/** A message of an mbox file. */
interface StoredMessage extends MessageHead {
  start: number;
  size: number;
}

/** One note per conversation of an mbox file, in a folder of its name. */
export async function* mboxOffers(
  common: Common,
  file: SourceFile,
  offersOf: (common: Common, content: Content, format: Format) => AsyncIterable<Offer>,
): AsyncGenerator<Offer> {
  const taken = new Set<string>();
  for (const thread of await threadsIn(file)) {
    const { bytes, missing } = readThread(file, thread);
    const from = thread.messages[0]!.subject || 'a message without a subject';
    const item = {
      ...common,
      from,
      name: `${common.name.replace(MBOX_ENDING, '')}/${nameOf(thread, taken)}.eml`,
      sourceId: `${common.sourceId}-${hashOf(thread.id)}`,
    };
    yield* orReason(from, offersOf(item, { bytes }, MAIL));
    if (missing > 0) yield { from: `${from}: ${missing} messages`, skipped: TOO_LARGE };
  }
}

/** The day and the subject; the same at every import, also where two conversations share both. */
function nameOf({ id, messages }: Thread<StoredMessage>, taken: Set<string>): string {
  const [{ date, subject }] = messages as [StoredMessage];
  const day = date === null ? '' : `${localDate(date)}-`;
  const name = `${day}${slugOf(withoutPrefix(subject), 8) || 'message'}`;
  const free = taken.has(name) ? `${name}-${hashOf(id).slice(0, 6)}` : name;
  taken.add(free);
  return free;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 16);
}

/** The conversations of an mbox file of any size. Keeps what their heads say in memory, not the messages. */
async function threadsIn(file: SourceFile): Promise<Thread<StoredMessage>[]> {
  const { starts, end } = await startsIn(file);
  const messages: StoredMessage[] = [];
  for (const head of readSourceParts(
    file,
    starts.map((start) => ({ start, size: MOST_HEAD })),
  )) {
    const start = starts[messages.length]!;
    const size = (starts[messages.length + 1] ?? end) - start;
    messages.push({ ...headOf(head.subarray(0, size), start), start, size });
  }
  return threadsOf(messages);
}

/** The messages of a conversation one after the other, as many as a note can hold; the rest is counted. */
function readThread(file: SourceFile, { messages }: Thread<StoredMessage>) {
  let room = MOST_FILE_BYTES;
  const kept = messages.filter(({ size }) => {
    const fits = size <= room;
    if (fits) room -= size;
    return fits;
  });
  return { bytes: Buffer.concat([...readSourceParts(file, kept)]), missing: messages.length - kept.length };
}

async function startsIn(file: SourceFile): Promise<{ starts: number[]; end: number }> {
  const starts = [0];
  let window: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of streamSourceFile(file)) {
    window = Buffer.concat([window, chunk as Buffer]);
    for (let at = nextSeparator(window, 0); at !== -1; at = nextSeparator(window, at))
      if (offset + at > starts.at(-1)!) starts.push(offset + at);
    // The next chunk may complete a separator.
    const kept = window.subarray(-LONGEST_SEPARATOR);
    offset += window.length - kept.length;
    window = kept;
  }
  return { starts, end: offset + window.length };
}

function headOf(bytes: Buffer, start: number): MessageHead {
  const text = bytes.toString('utf8').replaceAll('\r', '');
  const end = text.indexOf('\n\n');
  const lines = (end === -1 ? text : text.slice(0, end)).replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const field = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const date = new Date(field('date'));
  return {
    id: idsIn(field('message-id'))[0] ?? `at ${start}`,
    references: [...idsIn(field('references')), ...idsIn(field('in-reply-to'))],
    subject: decodeWords(field('subject')),
    date: Number.isNaN(date.getTime()) ? null : date,
    thread: field('x-gm-thrid'),
  };
}

function idsIn(field: string): string[] {
  return field.match(/<[^<>\s]{1,500}>/g) ?? [];
}

/** Longer heads exist: they are those of lists of servers, below the fields that name a conversation. */
const MOST_HEAD = 32 * 1024;
const LONGEST_SEPARATOR = 256;
