import { RappelError } from '../../../shared/errors.js';
import { readSourceFile, type SourceFile } from '../source-file.js';

export interface PdfText {
  title: string;
  /** Markdown, one section for each page with text; empty for a scan. */
  text: string;
}

/** The text of a PDF, page by page. Throws `not_text` for a file that is none, or that wants a password. */
export async function readPdf(file: SourceFile, name: string): Promise<PdfText> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  try {
    const document = await getDocumentProxy(new Uint8Array(readSourceFile(file)), { verbosity: 0 });
    const { text: pages } = await extractText(document, { mergePages: false });
    const { info } = await getMeta(document);
    const title = String(info?.Title ?? '').trim() || name.replace(/\.pdf$/i, '');
    const sections = pages.flatMap((page, index) => {
      const text = page.trim();
      return text === '' ? [] : [`## Page ${index + 1}\n\n${plain(text)}\n`];
    });
    await document.destroy();
    const heading = `# ${title.replaceAll(/\s+/g, ' ')}\n`;
    return { title, text: sections.length === 0 ? '' : [heading, ...sections].join('\n') };
  } catch (error) {
    const reason =
      error instanceof Error && /password/i.test(`${error.name} ${error.message}`)
        ? 'it wants a password'
        : 'it is not a PDF that can be read';
    throw new RappelError('not_text', reason, { cause: error });
  }
}

/** A line of a page is never a heading or the fence of our Markdown. */
function plain(text: string): string {
  return text.replaceAll(/^( {0,3})(#{1,6}(?:\s|$)|```|~~~|---\s*$)/gm, '$1\\$2');
}
