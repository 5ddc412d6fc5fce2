import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, useContext, useMemo } from 'react';
import { fileQuery, useAliases, useTree } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMarkdown } from './markdown-context.js';
import { NoteLink } from './note-link.js';
import { notePath } from './note-names.js';
import type { HtmlNode } from './path-links.js';
import { sectionOf, startOf } from './section-of.js';
import { TickContext } from './tick.js';
import { VaultImage } from './vault-image.js';

const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/g;

/** A text node as text and links: `[[note]]`, `[[note#heading|alias]]`, `![[image.png]]`. */
export function withWikiLinks(node: HtmlNode): HtmlNode[] {
  const value = node.value ?? '';
  if (!value.includes('[[')) return [node];
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of value.matchAll(WIKI)) {
    const [whole, embed, target = '', alias] = match;
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: '#', dataWiki: target.trim(), ...(embed === '!' && { dataEmbed: true }) },
      children: [{ type: 'text', value: (alias ?? target).trim() }],
    });
    at = match.index + whole.length;
  }
  pieces.push({ type: 'text', value: value.slice(at) });
  return pieces.filter(({ type, value: text }) => type !== 'text' || text !== '');
}

/** True for what is shown in place as a block: a paragraph can't hold it. */
export function isNoteEmbed({ properties }: HtmlNode): boolean {
  return properties?.dataEmbed === true && !IMAGE.test(String(properties.dataWiki));
}

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

interface WikiLinkProps {
  target: string;
  /** The note that holds the link. */
  from: string;
  /** A note or an image is shown in place of its link. */
  isEmbed: boolean;
  children: ReactNode;
}

/** A link by name, wherever the file is. */
export function WikiLink({ target, from, isEmbed, children }: WikiLinkProps) {
  const t = useText();
  const { data: root } = useTree();
  const { data: aliases } = useAliases();
  const [name = '', ...parts] = target.split('#');
  const heading = parts.at(-1);
  if (name === '') return <Link href={`#${encodeURIComponent(heading ?? '')}`}>{children}</Link>;
  const path = root && notePath(root, aliases ?? [], name, from);
  if (path === undefined) return <span title={t.file.gone}>{children}</span>;
  if (isEmbed && IMAGE.test(path)) {
    // `![[plan.png|300]]` gives a width, no description.
    const alt = typeof children === 'string' && !/^\d+(?:x\d+)?$/.test(children) ? children : name;
    return <VaultImage path={path} alt={alt.split('/').at(-1)!} />;
  }
  if (isEmbed && /\.(?:md|markdown)$/i.test(path))
    return <NoteEmbed path={path} heading={heading} from={from} />;
  const hash = heading === undefined ? '' : `#${encodeURIComponent(heading)}`;
  return (
    <NoteLink path={path} href={fileHref(path) + hash} heading={heading}>
      {children}
    </NoteLink>
  );
}

/** The notes around: a note in itself is shown as a link. */
const AroundContext = createContext<readonly string[]>([]);

const DEEPEST = 3;
const LONGEST = 20_000;

interface NoteEmbedProps {
  path: string;
  heading: string | undefined;
  /** The note that holds it. */
  from: string;
}

/** A note or a section of it, in place of its link. */
function NoteEmbed({ path, heading, from }: NoteEmbedProps) {
  const t = useText();
  const Markdown = useMarkdown();
  const around = useContext(AroundContext);
  const inside = useMemo(() => [...around, from], [around, from]);
  const isTooDeep = path === from || around.includes(path) || around.length >= DEEPEST;
  const { data: file } = useQuery({ ...fileQuery(path), enabled: !isTooDeep });
  const section = useMemo(() => (file === undefined ? null : sectionOf(file, heading)), [file, heading]);
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
  const title = (
    <Link href={fileHref(path) + (heading === undefined ? '' : `#${encodeURIComponent(heading)}`)}>
      {heading === undefined ? name : `${name} › ${heading}`}
    </Link>
  );
  if (isTooDeep || (file !== undefined && section === null)) return title;
  const { text, isCut } = startOf(section?.text ?? '', LONGEST);
  return (
    <section className="embed" aria-label={t.file.embedded(name)}>
      <p className="embed-title">{title}</p>
      <TickContext value={null}>
        <AroundContext value={inside}>
          <div className="prose">
            <Markdown text={text} path={path} firstLine={section?.line ?? 1} />
          </div>
        </AroundContext>
      </TickContext>
      {isCut && <Link href={fileHref(path)}>{t.file.readOn}</Link>}
    </section>
  );
}
