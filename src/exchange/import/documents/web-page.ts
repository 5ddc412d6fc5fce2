import { dateOf } from '../../../shared/loose-json.js';
import { textOf } from './charset.js';
import { type Document, type DocumentJob, documentWith, stemOf, underTitle } from './document.js';
import { bytesOfDataUrl, createEmbeddedFiles } from './embedded-files.js';
import { htmlToMarkdown } from './html.js';
import { linkAfterImport } from './links.js';

/** The article of a saved page, or a page of notes. */
export function read({ bytes, name, place }: DocumentJob): Document {
  const embedded = createEmbeddedFiles(stemOf(name));
  const shown = new Set<string>();
  const page = htmlToMarkdown(textOf(bytes), {
    part: 'article',
    link: (url) => linkAfterImport(url, place),
    image(url) {
      const data = bytesOfDataUrl(url);
      if (data !== null) return embedded.addImage(data);
      if (/^(?:https?:)?\/\//i.test(url)) return url;
      if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return embedded.leaveOut('images of other types');
      shown.add(url);
      return url;
    },
  });
  const { author, url } = page;
  return documentWith({
    text: underTitle(page.title || stemOf(name), page.text),
    fields: { ...(author !== '' && { author }), ...(/^https?:/.test(url) && { url }) },
    created: dateOf(page.published),
    files: embedded.files,
    shown: [...shown],
    leftOut: embedded.leftOut,
  });
}
