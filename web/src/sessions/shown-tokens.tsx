import { useLanguage } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { dayOf, shortDay } from '../ui/day.js';
import { formatTokens } from '../ui/tokens.js';

const MOST_DAYS = 14;

/** How much assistants were shown of the memory, day by day, newest first. */
export function ShownTokens({ days }: { days: Record<string, number> }) {
  const t = usePanels().sessions;
  const language = useLanguage();
  const latest = Object.entries(days).sort().slice(-MOST_DAYS).reverse();
  if (latest.length === 0) return null;
  const most = Math.max(...latest.map(([, tokens]) => tokens));
  const today = dayOf(new Date());
  return (
    <section>
      <table className="w-full max-w-xl text-sm">
        <caption className="mb-2 text-left font-semibold text-base">{t.shown}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t.day}</th>
            <th scope="col">{t.tokens}</th>
          </tr>
        </thead>
        <tbody>
          {latest.map(([day, tokens]) => (
            <tr key={day}>
              <th scope="row" className="w-28 py-0.5 pr-3 text-left font-normal text-soft">
                {shortDay(day, today, language)}
              </th>
              <td className="py-0.5">
                <span className="flex items-center gap-3">
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    className="h-2 flex-1"
                  >
                    <rect width={(tokens / most) * 100} height="8" rx="1" className="fill-accent" />
                  </svg>
                  <span className="w-16 text-right tabular-nums">{formatTokens(tokens)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
