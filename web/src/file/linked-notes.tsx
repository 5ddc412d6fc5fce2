import { useLinksTo } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';

/** The notes that link to a file, and those that only name it. */
export function LinkedNotes({ path }: { path: string }) {
  const t = useText();
  const { data } = useLinksTo(path);
  if (data === undefined || data.linked.length + data.mentioned.length === 0) return null;
  const rest = data.total - data.linked.length;
  return (
    <div className="space-y-5 text-sm">
      {data.linked.length > 0 && (
        <section aria-label={t.file.linkedFrom}>
          <h2 className="mb-2 font-medium text-faint text-xs">{t.file.linkedFrom}</h2>
          <Mentions mentions={data.linked} />
          {rest > 0 && <p className="mt-1 text-faint text-xs">{t.file.moreLinks(rest)}</p>}
        </section>
      )}
      {data.mentioned.length > 0 && (
        <section aria-label={t.file.mentions}>
          <h2 className="mb-2 font-medium text-faint text-xs">{t.file.mentions}</h2>
          <Mentions mentions={data.mentioned} />
        </section>
      )}
    </div>
  );
}

interface MentionsProps {
  mentions: readonly { path: string; line: number; text: string }[];
}

function Mentions({ mentions }: MentionsProps) {
  return (
    <ul className="space-y-1">
      {mentions.map(({ path, line, text }) => (
        <li key={`${path} ${line}`}>
          <Link
            href={fileHref(path, String(line))}
            className="block rounded-md py-1 pr-1 text-soft hover:text-ink pointer-coarse:py-2"
          >
            <bdi className="block truncate font-medium text-ink">
              {path.replace(/^vault\/(?:projects\/)?/, '').replace(/\.md$/, '')}
            </bdi>
            <span className="line-clamp-2 text-faint text-xs">{plain(text)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A line of Markdown as people read it. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~]{1,3}|==/g, '')
    .replaceAll(/^\s*\||\|\s*$/g, '')
    .replaceAll(/\s+\|\s+/g, ' · ')
    .trim();
}
