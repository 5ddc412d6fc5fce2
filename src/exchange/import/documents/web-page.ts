import { dateOf } from '../../../shared/loose-json.js';
import { textInAnyCharset } from './charset.js';
import { type Document, type DocumentJob, documentWith, underTitle, withoutEnding } from './document.js';
import { bytesOfDataUrl, createEmbeddedFiles } from './embedded-files.js';
import { htmlToMarkdown } from './html.js';
import { linkAfterImport } from './links.js';

/** The article of a saved page, or a page of notes. */
export function readWebPage({ bytes, name, place }: DocumentJob): Document {
  const embedded = createEmbeddedFiles(withoutEnding(name));
  const shown = new Set<string>();
  const page = htmlToMarkdown(textInAnyCharset(bytes), {
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
    text: underTitle(page.title || withoutEnding(name), page.text),
    fields: { ...(author !== '' && { author }), ...(/^https?:/.test(url) && { url }) },
    created: dateOf(page.published),
    files: embedded.files,
    shown: [...shown],
    leftOut: embedded.leftOut,
  });
}
