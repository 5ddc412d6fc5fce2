import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import {
  type Document,
  type DocumentJob,
  documentWith,
  UnreadableDocument,
  withoutEnding,
} from './document.js';

/** The text of a PDF, one section per page with text. */
export async function readPdf({ bytes, name }: DocumentJob): Promise<Document> {
  const { title, pages } = await pagesOf(bytes);
  const sections = pages.flatMap((page, index) => {
    const text = page.trim();
    return text === '' ? [] : [`## Page ${index + 1}\n\n${plain(text)}\n`];
  });
  if (sections.length === 0) return documentWith({ text: '' });
  const heading = (title || withoutEnding(name)).replaceAll(/\s+/g, ' ');
  return documentWith({ text: [`# ${heading}\n`, ...sections].join('\n') });
}

async function pagesOf(bytes: Uint8Array): Promise<{ title: string; pages: string[] }> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const { text: pages } = await extractText(document, { mergePages: false });
    const { info } = await getMeta(document);
    await document.destroy();
    return { title: String(info?.Title ?? '').trim(), pages };
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(`${error.name} ${error.message}`);
    throw new UnreadableDocument(isLocked ? 'the PDF is password-protected' : 'not a PDF that can be read');
  }
}

/** A line of a page must not become a heading or a fence of our Markdown. */
function plain(text: string): string {
  return text.replaceAll(/^( {0,3})(#{1,6}(?:\s|$)|```|~~~|---\s*$)/gm, '$1\\$2');
}
