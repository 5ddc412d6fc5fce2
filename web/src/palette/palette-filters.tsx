import type { ReactNode } from 'react';
import { useText } from '../i18n/language.js';
import type { Filters, When } from './filters.js';

interface PaletteFiltersProps {
  filters: Filters;
  scopes: readonly string[];
  onChange(filters: Filters): void;
}

/** Where and when. */
export function PaletteFilters({ filters, scopes, onChange }: PaletteFiltersProps) {
  const t = useText();
  const times: [When, string][] = [
    ['any', t.palette.anyTime],
    ['week', t.palette.week],
    ['month', t.palette.month],
    ['year', t.palette.year],
    ['range', t.palette.range],
  ];
  return (
    <div className="flex flex-wrap gap-2 px-4 pt-1 pb-3">
      <Choice
        label={t.palette.scope}
        value={filters.scope ?? ''}
        set={filters.scope !== null}
        onChange={(scope) => onChange({ ...filters, scope: scope || null })}
      >
        <option value="">{t.palette.everywhere}</option>
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {scope}
          </option>
        ))}
      </Choice>
      <Choice
        label={t.palette.when}
        value={filters.when}
        set={filters.when !== 'any'}
        onChange={(when) => onChange({ ...filters, when: when as When })}
      >
        {times.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      {filters.when === 'range' &&
        (['from', 'to'] as const).map((end) => (
          <input
            key={end}
            type="date"
            aria-label={t.palette[end]}
            value={filters[end]}
            onChange={(event) => onChange({ ...filters, [end]: event.target.value })}
            className="h-8 rounded-lg border border-line bg-transparent px-2 text-sm"
          />
        ))}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** Something other than everything is chosen. */
  set: boolean;
  onChange(value: string): void;
  children: ReactNode;
}

function Choice({ label, value, set, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`h-8 max-w-56 rounded-lg border px-2 text-sm ${
        set ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-raised text-soft'
      }`}
    >
      {children}
    </select>
  );
}
