import { parentPort } from 'node:worker_threads';
import { type Document, type DocumentJob, type FormatName, UnreadableDocument } from './document.js';

export type Answer = Document | { problem: 'unreadable'; reason: string };

interface Reader {
  read(job: DocumentJob): Document | Promise<Document>;
}

/** The parsers are loaded with the first document of their kind. */
const READERS: Record<FormatName, () => Promise<Reader>> = {
  pdf: () => import('./pdf.js'),
  docx: () => import('./docx.js'),
  html: () => import('./web-page.js'),
  mail: () => import('./mail.js'),
};

parentPort!.on('message', async (job: DocumentJob) => parentPort!.postMessage(await answerTo(job)));

async function answerTo(job: DocumentJob): Promise<Answer> {
  try {
    const { read } = await READERS[job.format]();
    return await read(job);
  } catch (error) {
    return { problem: 'unreadable', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableDocument) return error.message;
  // What a parser says about broken bytes is of no use to a person.
  return error instanceof RangeError ? 'nested too deeply' : 'damaged, or not what its name says';
}
