import {
  Bot,
  FileInput,
  FilePen,
  FolderInput,
  FolderPlus,
  History,
  type LucideIcon,
  PenLine,
  RefreshCw,
  RotateCcw,
  Scissors,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useHistoryEntry, useHistoryList } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { HistoryEntry, Source } from '../api/types.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { localeOf, useLanguage, useText } from '../i18n/language.js';
import { buttonClass } from '../ui/button.js';
import { dayAfter, dayOf } from '../ui/day.js';
import { DiffView } from '../ui/diff-view.js';
import { Empty } from '../ui/empty.js';
import { groupBy } from '../ui/group-by.js';
import { ListRow } from '../ui/list-row.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { ViewHeader } from '../ui/view-header.js';
import { sentenceOf, WHO } from './sentence.js';
import { UndoButton } from './undo-button.js';
import { UndoPreview } from './undo-preview.js';

const ICONS: Record<Source, LucideIcon> = {
  update: PenLine,
  page: FilePen,
  tool: Bot,
  outside: FileInput,
  undo: Undo2,
  restore: RotateCcw,
  init: FolderPlus,
  import: FolderInput,
  sync: RefreshCw,
  trim: Scissors,
};

/** What changed, newest first, day by day. */
export function HistoryList() {
  const t = useText();
  const path = new URLSearchParams(usePlace().search).get('path');
  const title = path === null ? t.history.title : t.history.of(path);
  useTitle(title);
  const { data: all, error, isPending } = useHistoryList(path);
  const filters = useHistoryFilters();
  if (isPending) return <Loading />;
  const entries = all?.filter(filters.isWanted);
  const find = (id: string) => all?.find((entry) => entry.id === id);
  return (
    <div>
      <PageTitle
        {...(path === null && { intro: t.history.intro })}
        aside={
          path !== null && (
            <Link href="/history" className={buttonClass('outline')}>
              {t.history.all}
            </Link>
          )
        }
      >
        {title}
      </PageTitle>
      {error && <ErrorNotice error={error} />}
      {path === null && <HistoryFilters filters={filters} />}
      {entries?.length === 0 && (
        <Empty icon={History} title={filters.isFiltered ? t.history.none : t.history.empty}>
          {!filters.isFiltered && t.history.emptyHint}
        </Empty>
      )}
      {groupBy(entries ?? [], ({ time }) => time.slice(0, 10)).map(([day, ofDay]) => (
        <section key={day} className="mb-6">
          <h2 className="mb-1 font-medium text-faint text-sm">
            <Day day={day} />
          </h2>
          <ul>
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} sentence={sentenceOf(entry, t, find)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function EntryRow({ entry, sentence }: { entry: HistoryEntry; sentence: string }) {
  const t = useText();
  return (
    <ListRow
      href={`/history/${encodeURIComponent(entry.id)}`}
      icon={ICONS[entry.source]}
      colour="text-faint"
      title={sentence}
      note={[t.history.who[WHO[entry.source]], ...undoneIn(entry, t), namesOf(entry)].join(' · ')}
      at={entry.time}
      style="clock"
    />
  );
}

function undoneIn(entry: HistoryEntry, t: ReturnType<typeof useText>): string[] {
  return entry.undone_by === null ? [] : [t.history.undone];
}

/** The files by name, as many as fit into a line. */
function namesOf({ files }: HistoryEntry): string {
  const names = files.slice(0, 3).map(({ path }) => path.split('/').slice(-2).join('/'));
  return names.join(', ') + (files.length > 3 ? ` +${files.length - 3}` : '');
}

function Day({ day }: { day: string }) {
  const language = useLanguage();
  const date = new Date(`${day}T12:00`);
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full' }).format(date);
}

/** One entry: its diff, and undo. */
export function HistoryEntryView({ id }: { id: string }) {
  const t = useText();
  const { data: entry, error, isPending } = useHistoryEntry(id);
  const { data: undone } = useHistoryEntry(entry?.undoes ?? null);
  const sentence = entry === undefined ? t.history.title : sentenceOf(entry, t, () => undone);
  useTitle(sentence);
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.code === 'not_found')
    return <Empty icon={History} title={t.history.lost} />;
  if (!entry) return <ErrorNotice error={error} />;
  return (
    <div className="space-y-5">
      <ViewHeader
        kind={[t.history.who[WHO[entry.source]], ...undoneIn(entry, t)].join(' · ')}
        tone="plain"
        title={sentence}
        at={entry.time}
      >
        {entry.input !== null && (
          <Link href={`/activity/${entry.input}`} className="text-soft underline-offset-2 hover:underline">
            {t.history.activity}
          </Link>
        )}
        {entry.source !== 'trim' && <UndoButton entry={entry} />}
      </ViewHeader>
      <DiffView diff={entry.diff} />
      {entry.source !== 'trim' && entry.undone_by === null && <UndoPreview id={entry.id} />}
    </div>
  );
}

const KINDS = {
  notes: ['update'],
  changes: ['page', 'tool', 'outside'],
  undos: ['undo', 'restore'],
  imports: ['import', 'init'],
} as const satisfies Record<string, readonly Source[]>;

const DAYS = { week: 7, month: 30, year: 365 };

/** What is looked for, as the address has it: `?who=assistant&when=week`. */
function useHistoryFilters() {
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
function HistoryFilters({ filters }: { filters: ReturnType<typeof useHistoryFilters> }) {
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
