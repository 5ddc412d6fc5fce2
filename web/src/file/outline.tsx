import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import type { Heading } from '../markdown/headings.js';

const DEEPEST = 3;
const MOST = 400;
const LEAST = 4;

/** What a long file holds, beside it where there is room. */
export function Outline({ headings, path }: { headings: readonly Heading[]; path: string }) {
  const t = useText();
  const shown = headings.filter(({ level }) => level <= DEEPEST).slice(0, MOST);
  if (shown.length < LEAST) return null;
  const top = Math.min(...shown.map(({ level }) => level));
  return (
    <nav aria-label={t.file.outline} className="hidden text-sm @min-[68rem]:block">
      <h2 className="mb-2 font-medium text-faint text-xs">{t.file.outline}</h2>
      <ul className="space-y-1 border-line border-l">
        {shown.map(({ text, level, line }) => (
          <li key={line}>
            <Link
              href={fileHref(path, String(line))}
              className="-ml-px block truncate border-transparent border-l pr-1 text-soft hover:border-accent hover:text-ink"
              style={{ paddingLeft: 12 + (level - top) * 12 }}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
