import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { fileQuery } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMarkdown } from './markdown-context.js';
import { sectionOf, startOf } from './section-of.js';
import { TickContext } from './tick.js';

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
export function NoteEmbed({ path, heading, from }: NoteEmbedProps) {
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
