import { type JsonRecord, listOf, recordOf, textOf } from '../../../shared/loose-json.js';
import { webLink } from '../conversation.js';
import type { createCount } from '../item.js';

/**
 * The text of an answer with its citations as links. ChatGPT marks a citation in the text, by private characters
 * (`\ue200cite\ue202turn0search1\ue201`) or by `【12†source】`, and says in the metadata what it stands for.
 */
export function withCitations(
  text: string,
  metadata: JsonRecord,
  count: ReturnType<typeof createCount>,
): string {
  let cited = text;
  for (const reference of listOf(metadata.content_references).map(recordOf)) {
    const marked = textOf(reference.matched_text);
    if (!MARKED.test(marked) && !/^【[^】]+】$/.test(marked)) continue;
    const links = linksOf(reference);
    cited = cited.replaceAll(` ${marked}`, () => links).replaceAll(marked, () => links);
  }
  return withoutMarks(withOldCitations(cited, metadata), count);
}

/** What a reference shows: the pages it groups, or its own. */
function linksOf(reference: JsonRecord): string {
  const pages = [...listOf(reference.items), ...listOf(reference.sources), reference].map(recordOf);
  const links = pages.flatMap((page) => {
    const [title, url] = [textOf(page.title) || textOf(page.name), textOf(page.url)];
    return url === '' ? [] : [webLink(title || textOf(page.attribution), url)];
  });
  if (links.length > 0) return ` (${[...new Set(links)].join(', ')})`;
  // A file has a name and no address; a person, a place or a video has what the page shows instead.
  const name = textOf(reference.name) || textOf(reference.title);
  return textOf(reference.alt) || (name === '' ? '' : ` (${name})`);
}

/** The k-th mark is the k-th citation, unless they say where they are. */
function withOldCitations(text: string, metadata: JsonRecord): string {
  const citations = listOf(metadata.citations).map(recordOf);
  if (citations.length === 0) return text;
  let number = 0;
  return text.replaceAll(OLD_MARK, (mark, at: number) => {
    const own = citations.find(({ start_ix: start }) => start === at) ?? citations[number];
    number++;
    const about = recordOf(own?.metadata);
    const [title, url] = [textOf(about.title) || textOf(about.name), textOf(about.url)];
    if (url !== '') return ` (${webLink(title, url)})`;
    return title === '' ? mark : ` (${title})`;
  });
}

/** What no metadata explains: the words of a mark where it has some, otherwise nothing. */
function withoutMarks(text: string, count: ReturnType<typeof createCount>): string {
  return text
    .replaceAll(MARKS, (_, kind: string, value: string) => {
      const words = wordsOf(kind, value);
      if (words === '') count.add(kind === 'image_group' ? 'groups of images' : 'citations without a link');
      return words;
    })
    .replaceAll(/[\ue000-\uf8ff]/g, '');
}

/** `entity` carries a list with the name second, `url` a title and an address. */
function wordsOf(kind: string, value: string): string {
  if (kind === 'url') {
    const [title = '', url = ''] = value.split('\ue202');
    return webLink(title, url);
  }
  if (kind !== 'entity') return '';
  try {
    return textOf(listOf(JSON.parse(value))[1]);
  } catch {
    return '';
  }
}

const MARKED = /^\ue200[^\ue201]*\ue201$/;
const MARKS = /\ue200([^\ue200-\ue202]*)\ue202?([^\ue200\ue201]*)\ue201/g;
const OLD_MARK = /【[^【】\n]{1,100}】/g;
