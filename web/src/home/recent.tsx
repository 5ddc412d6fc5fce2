import type { Home } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useLanguage, useText } from '../i18n/language.js';
import { dayName } from '../ui/day.js';
import { groupBy } from '../ui/group-by.js';
import { Section } from './section.js';

const SHOWN = 8;

/** What happened last, day by day. */
export function Recent({ home }: { home: Home }) {
  const t = useText();
  const language = useLanguage();
  if (home.entries.length === 0) return null;
  const days = groupBy(home.entries.slice(0, SHOWN), ({ day }) => day);
  return (
    <Section title={t.home.recent} more={{ href: '/history', label: t.nav.history }}>
      <div className="space-y-3">
        {days.map(([day, entries]) => (
          <div key={day}>
            <h3 className="text-faint text-sm first-letter:uppercase">
              {dayName(day, home.today, language)}
            </h3>
            <ul className="-mx-3">
              {entries.map(({ path, line, project, title }) => (
                <li key={`${path} ${line}`}>
                  <Link
                    href={fileHref(path, String(line))}
                    className="flex items-baseline gap-3 rounded-lg px-3 py-1.5 hover:bg-panel"
                  >
                    <span className="min-w-0 flex-1">{title}</span>
                    {project !== null && <span className="shrink-0 text-faint text-sm">{project}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
