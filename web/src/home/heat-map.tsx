import type { Home } from '../api/types.js';
import { localeOf, useLanguage, useText } from '../i18n/language.js';
import { dayAfter, noonOf } from '../ui/day.js';
import { Section } from './section.js';

const WEEKS = 53;
const CELL = 11;
const STEP = 13;

/** A year of changelog entries: a column for each week, a square for each day. */
export function HeatMap({ home: { today, activity } }: { home: Home }) {
  const t = useText();
  const language = useLanguage();
  const total = Object.values(activity).reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const name = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  // Weeks begin on Monday.
  const start = dayAfter(today, -((noonOf(today).getDay() + 6) % 7) - (WEEKS - 1) * 7);
  const days = Array.from({ length: WEEKS * 7 }, (_, index) => dayAfter(start, index));
  const label = t.home.yearOf(total, Object.keys(activity).length);
  return (
    <Section title={t.home.year}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto [direction:rtl]" tabIndex={0}>
        <svg role="img" aria-label={label} width={WEEKS * STEP} height={7 * STEP}>
          {days.map((day, index) => {
            if (day > today) return null;
            const count = activity[day] ?? 0;
            return (
              <rect
                key={day}
                x={Math.floor(index / 7) * STEP}
                y={(index % 7) * STEP}
                width={CELL}
                height={CELL}
                rx={2.5}
                className={count === 0 ? 'fill-hover' : 'fill-accent'}
                fillOpacity={count === 0 ? 1 : SHADES[Math.min(count, SHADES.length) - 1]}
              >
                {count > 0 && <title>{t.home.onDay(name.format(noonOf(day)), count)}</title>}
              </rect>
            );
          })}
        </svg>
      </div>
      <p className="mt-1 text-faint text-xs">{label}</p>
    </Section>
  );
}

/** For one entry, two, three, and more. */
const SHADES = [0.4, 0.6, 0.8, 1];
