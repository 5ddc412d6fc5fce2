import { RappelError } from '../../../shared/errors.js';
import { readSourceFile, type SourceFile } from '../source-file.js';
import type { PdfThread } from './pdf-thread.js';

export interface PdfText {
  /** Markdown, one section per page with text; empty if there is no text. */
  text: string;
  /** Why there is no text; null if there is. */
  note: string | null;
}

/** The text of a PDF, page by page. Throws `not_text` for a file that is not a PDF, or is password-protected. */
export async function readPdf(file: SourceFile, name: string, thread: PdfThread): Promise<PdfText> {
  const answer = await thread.read(readSourceFile(file));
  if ('problem' in answer) {
    if (answer.problem === 'password') throw new RappelError('not_text', 'the PDF is password-protected');
    if (answer.problem === 'broken') throw new RappelError('not_text', 'not a PDF that can be read');
    return { text: '', note: `copied without its text: reading it ${FAILURES[answer.problem]}` };
  }
  const sections = answer.pages.flatMap((page, index) => {
    const text = page.trim();
    return text === '' ? [] : [`## Page ${index + 1}\n\n${plain(text)}\n`];
  });
  if (sections.length === 0) return { text: '', note: 'a scan: it contains no text to search' };
  const title = answer.title || name.replace(/\.pdf$/i, '');
  return { text: [`# ${title.replaceAll(/\s+/g, ' ')}\n`, ...sections].join('\n'), note: null };
}

const FAILURES = { time: 'takes too long', memory: 'needs too much memory', crash: 'failed' };

/** A line of a page must not become a heading or a fence of our Markdown. */
function plain(text: string): string {
  return text.replaceAll(/^( {0,3})(#{1,6}(?:\s|$)|```|~~~|---\s*$)/gm, '$1\\$2');
}
