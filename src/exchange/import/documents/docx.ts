import mammoth from 'mammoth';
import { cleanText } from './charset.js';
import {
  type Document,
  type DocumentJob,
  documentWith,
  UnreadableDocument,
  underTitle,
  withoutEnding,
} from './document.js';
import { createEmbeddedFiles } from './embedded-files.js';
import { htmlToMarkdown } from './html.js';
import { linkAfterImport } from './links.js';

/** A Word document: headings, lists, tables, footnotes, images. Comments and deleted text are left out. */
export async function readDocx({ bytes, name, place }: DocumentJob): Promise<Document> {
  const embedded = createEmbeddedFiles(name);
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: embedded.addImage(await image.readAsBuffer()) ?? '',
  }));
  const html = await htmlOf(Buffer.from(bytes), {
    convertImage,
    styleMap: STYLES,
    includeEmbeddedStyleMap: false,
    transformDocument(document: WordDocument) {
      for (const _ of document.comments ?? []) embedded.leaveOut('comments');
      return belowTitle(document);
    },
  });
  const page = htmlToMarkdown(cleanText(html), {
    part: 'all',
    link: (url) => linkAfterImport(url, place),
  });
  return documentWith({
    text: underTitle(page.title || withoutEnding(name), page.text),
    files: embedded.files,
    leftOut: embedded.leftOut,
  });
}

interface WordDocument {
  comments?: unknown[];
  children: { styleId?: string | null; styleName?: string | null }[];
}

/** In a document with a title, its headings are one level below it. */
function belowTitle(document: WordDocument): WordDocument {
  if (!document.children.some(({ styleName }) => styleName === 'Title')) return document;
  const children = document.children.map((child) => {
    const level = /^heading ([1-5])$/i.exec(child.styleName ?? '')?.[1];
    if (level === undefined) return child;
    return { ...child, styleId: null, styleName: `heading ${Number(level) + 1}` };
  });
  return { ...document, children };
}

/** By their names in the file, which Word writes in English in every language. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\n')",
  "p[style-name='Source Code'] => pre:separator('\n')",
  "p[style-name='Code'] => pre:separator('\n')",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
];

async function htmlOf(buffer: Buffer, options: Parameters<typeof mammoth.convertToHtml>[1]): Promise<string> {
  try {
    return (await mammoth.convertToHtml({ buffer }, options)).value;
  } catch {
    throw new UnreadableDocument('damaged, password-protected, or not a Word document');
  }
}
