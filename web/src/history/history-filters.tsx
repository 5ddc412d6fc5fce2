import { useState } from 'react';
import type { HistoryEntry, Source } from '../api/types.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { dayAfter, dayOf } from '../ui/day.js';
import { WHO } from './sentence.js';

const KINDS = {
  notes: ['update'],
  changes: ['page', 'tool', 'outside'],
  undos: ['undo', 'restore'],
  imports: ['import', 'init'],
} as const satisfies Record<string, readonly Source[]>;

const DAYS = { week: 7, month: 30, year: 365 };

/** What is looked for, as the address has it: `?who=assistant&when=week`. */
export function useHistoryFilters() {
  const search = new URLSearchParams(usePlace().search);
  const [who, kind, when, file] = ['who', 'kind', 'when', 'file'].map((name) => search.get(name) ?? '');
  const days = DAYS[when as keyof typeof DAYS];
  const sources: readonly Source[] | undefined = KINDS[kind as keyof typeof KINDS];
  const since = days === undefined ? '' : dayAfter(dayOf(new Date()), -days);
  const wanted = (file ?? '').toLowerCase();
  return {
    isFiltered: [who, kind, when, file].some((value) => value !== ''),
    values: { who: who!, kind: kind!, when: when!, file: file! },
    isWanted: (entry: HistoryEntry) =>
      (who === '' || WHO[entry.source] === who) &&
      (sources === undefined || sources.includes(entry.source)) &&
      entry.time >= since &&
      (wanted === '' || entry.files.some(({ path }) => path.toLowerCase().includes(wanted))),
    set(name: string, value: string) {
      if (value === '') search.delete(name);
      else search.set(name, value);
      navigate(`/history${search.size === 0 ? '' : `?${search}`}`, { replace: true });
    },
  };
}

/** Who, what kind, when, and which file. */
export function HistoryFilters({ filters }: { filters: ReturnType<typeof useHistoryFilters> }) {
  const t = useText();
  const { values, set } = filters;
  const [file, setFile] = useState(values.file);
  return (
    <search className="mb-5 flex flex-wrap gap-2">
      {(['who', 'kind', 'when'] as const).map((name) => (
        <select
          key={name}
          aria-label={t.history.filters[name].label}
          value={values[name]}
          onChange={({ target }) => set(name, target.value)}
          className={`h-8 rounded-lg border px-2 text-sm ${
            values[name] === ''
              ? 'border-line bg-raised text-soft'
              : 'border-accent bg-accent-soft text-accent'
          }`}
        >
          <option value="">{t.history.filters[name].any}</option>
          {Object.entries(t.history.filters[name].options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
      <input
        type="search"
        aria-label={t.history.filters.file}
        placeholder={t.history.filters.file}
        value={file}
        onChange={({ target }) => {
          setFile(target.value);
          set('file', target.value.trim());
        }}
        className="h-8 min-w-32 flex-1 rounded-lg border border-line bg-raised px-2 text-sm placeholder:text-faint"
      />
    </search>
  );
}
