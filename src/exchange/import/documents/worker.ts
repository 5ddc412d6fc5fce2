import { parentPort } from 'node:worker_threads';
import { type Document, type DocumentJob, type FormatName, UnreadableDocument } from './document.js';

export type DocumentAnswer = Document | { problem: 'unreadable'; reason: string };

type ReadDocument = (job: DocumentJob) => Document | Promise<Document>;

/** The parsers are loaded with the first document of their kind. */
const READERS: Record<FormatName, () => Promise<ReadDocument>> = {
  pdf: async () => (await import('./pdf.js')).readPdf,
  docx: async () => (await import('./docx.js')).readDocx,
  html: async () => (await import('./web-page.js')).readWebPage,
  mail: async () => (await import('./mail.js')).readMail,
};

parentPort!.on('message', async (job: DocumentJob) => parentPort!.postMessage(await answerTo(job)));

async function answerTo(job: DocumentJob): Promise<DocumentAnswer> {
  try {
    const read = await READERS[job.format]();
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
