import { parentPort } from 'node:worker_threads';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What the worker answers for one PDF: its pages, or why there are none. */
export type PdfPages = { title: string; pages: string[] } | { problem: 'password' | 'broken' };

parentPort!.on('message', async (bytes: Uint8Array) => parentPort!.postMessage(await pagesOf(bytes)));

async function pagesOf(bytes: Uint8Array): Promise<PdfPages> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const { text: pages } = await extractText(document, { mergePages: false });
    const { info } = await getMeta(document);
    await document.destroy();
    return { title: String(info?.Title ?? '').trim(), pages };
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(`${error.name} ${error.message}`);
    return { problem: isLocked ? 'password' : 'broken' };
  }
}
