import { readSourceStart, type SourceFile } from '../source-file.js';

export const MBOX_ENDING = /\.mbox$/i;

/** Whether a file contains messages one after the other. Thunderbird and Apple Mail give such files no ending. */
export function isMbox(file: SourceFile): boolean {
  if (!MBOX_ENDING.test(file.address) && /\.\w{1,9}$/.test(file.address)) return false;
  return isSeparator(readSourceStart(file, 200), 0);
}

/** The messages of an mbox file; a file that does not start as one is a single message. */
export function splitMessages(bytes: Buffer): Buffer[] {
  if (!isSeparator(bytes, 0)) return [bytes];
  const starts: number[] = [];
  for (let at = 0; at !== -1; at = nextSeparator(bytes, at + 1)) starts.push(at);
  return starts.map((start, index) => unquoted(bytes.subarray(lineAfter(bytes, start), starts[index + 1])));
}

/** Where the next message starts: at a `From ` line that looks like a separator; -1 if there is none. */
export function nextSeparator(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const found = bytes.indexOf('\nFrom ', at);
    if (found === -1) return -1;
    if (isSeparator(bytes, found + 1)) return found + 1;
    at = found + 1;
  }
}

/** `From zoe@example.org Fri Mar  1 10:00:00 2024`: a sentence of a message that starts with "From" has no such end. */
function isSeparator(bytes: Buffer, at: number): boolean {
  const line = bytes.toString('latin1', at, at + 200).split('\n', 1)[0]!;
  return /^From \S{1,120} {1,3}\w{3} {1,3}\w{3} {1,3}\d{1,2} \d\d:\d\d(?::\d\d)?[ \w+-]{0,20} \d{4}[ +\-\d\r]{0,8}$/.test(
    line,
  );
}

function lineAfter(bytes: Buffer, at: number): number {
  const end = bytes.indexOf('\n', at);
  return end === -1 ? bytes.length : end + 1;
}

/** Takes back the `>` that protects a line of a message that starts with "From ". */
function unquoted(message: Buffer): Buffer {
  if (!message.includes('\n>From ')) return message;
  return Buffer.from(message.toString('latin1').replaceAll(/^>(>{0,20}From )/gm, '$1'), 'latin1');
}
