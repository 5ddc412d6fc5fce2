import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import type { Heading } from '../markdown/headings.js';

/** What a long file holds, beside it where there is room. */
export function Outline({ headings, path }: { headings: readonly Heading[]; path: string }) {
  const t = useText();
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav
      aria-label={t.file.outline}
      className="sticky top-8 hidden max-h-[calc(100dvh-var(--composer,8rem)-4rem)] w-56 shrink-0 self-start overflow-y-auto text-sm xl:block"
    >
      <h2 className="mb-2 font-medium text-faint text-xs">{t.file.outline}</h2>
      <ul className="space-y-1 border-line border-l">
        {headings.map(({ text, level, line }) => (
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
