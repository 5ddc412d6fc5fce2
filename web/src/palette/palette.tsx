import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, Folder, MessageCircleQuestion, Search, TextQuote } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Fragment, useEffect, useId, useMemo, useState } from 'react';
import { escapePattern } from '../../../src/words/escape-pattern.js';
import { askQuestion } from '../activity/ask.js';
import { useTree } from '../api/queries.js';
import { run } from '../api/run.js';
import { useStore } from '../api/store.js';
import type { SearchResult, TreeNode } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { navigate } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { Dialog } from '../ui/dialog.js';
import { ErrorNotice } from '../ui/notice.js';
import { commandMatches, type PaletteCommand, useCommands } from './commands.js';
import { fileMatches, recentFiles } from './file-matches.js';
import { type Option, OptionList } from './option-list.js';

/** The search box: opens over everything with ⌘K. */
export function Palette() {
  const t = useText();
  const { palette } = useApp();
  const opened = useStore(palette);
  const close = () => palette.set(false);
  return (
    <Dialog
      label={t.palette.title}
      open={opened !== false}
      onClose={close}
      className="mx-auto mt-[max(1rem,10dvh)] max-h-[80dvh] w-[min(44rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-float open:flex open:animate-arrive"
    >
      <PaletteBody start={typeof opened === 'string' ? opened : ''} onClose={close} />
    </Dialog>
  );
}

interface PaletteBodyProps {
  /** What is searched from the start. */
  start: string;
  onClose(): void;
}

/** A field with a list below it: the focus stays in the field, the arrows move through the list. */
function PaletteBody({ start, onClose }: PaletteBodyProps) {
  const t = useText();
  const [query, setQuery] = useState(start);
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [chosen, setChosen] = useState(0);
  const [refused, setRefused] = useError();
  const list = useId();
  const { data: root } = useTree();
  const { data: passages, error, isPlaceholderData } = usePassages(query, filters);
  const isTyped = query.trim().length > 1;
  const options = useOptions({
    query,
    filters,
    passages: isTyped ? (passages ?? []) : [],
    onClose,
    onError: setRefused,
  });
  const at = Math.min(chosen, options.length - 1);
  // The last one is the offer to ask.
  const found = query.trim() === '' ? options.length : options.length - 1;

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = (at + step + options.length) % options.length;
      setChosen(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (event.metaKey || event.ctrlKey ? options.at(-1) : options[at])?.run();
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 px-4 pt-3">
        <Search aria-hidden size={18} className="shrink-0 text-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the box was opened to type in it
          autoFocus
          type="text"
          role="combobox"
          aria-label={t.palette.title}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-activedescendant={options.length > 0 ? `${list}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t.palette.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
          className="h-10 min-w-0 flex-1 bg-transparent text-lg placeholder:text-faint focus-visible:outline-none"
        />
      </div>
      {query.trim() === '' ? (
        <div className="h-2" />
      ) : (
        <PaletteFilters filters={filters} scopes={scopesIn(root)} onChange={setFilters} />
      )}
      <div
        className={`min-h-0 flex-1 overflow-y-auto border-line border-t p-2 ${isPlaceholderData ? 'opacity-70' : ''}`}
      >
        {(error ?? refused) !== null && <ErrorNotice error={error ?? refused} />}
        {isTyped && passages !== undefined && found === 0 && (
          <p className="px-3 py-6 text-center text-sm text-soft">
            <span className="block font-medium">{t.palette.none}</span>
            <span className="text-faint">{t.palette.noneHint}</span>
          </p>
        )}
        <p role="status" className="sr-only">
          {isTyped && passages !== undefined && !isPlaceholderData ? t.palette.results(found) : ''}
        </p>
        <OptionList
          id={list}
          label={t.palette.results(found)}
          options={options}
          chosen={at}
          onChoose={setChosen}
        />
      </div>
    </>
  );
}

/** While one types fast, a search is sent at most this often. */
const BETWEEN_MS = 80;

/** Passages while the user types, in fast mode. The last results stay until the next ones arrive. */
function usePassages(query: string, filters: Filters) {
  const wanted = useThrottled(query.trim(), BETWEEN_MS);
  const { scopes, date_from, date_to } = searchFilters(filters);
  return useQuery({
    queryKey: ['passages', wanted, scopes, date_from, date_to],
    enabled: wanted.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = {
        queries: [wanted],
        mode: 'fast' as const,
        scopes,
        date_from,
        date_to,
        limit: 12,
        context: 0,
      };
      return (await run('tools/search', asked, { signal })).results;
    },
  });
}

/** The value: at once after a rest, then at most every `ms`, and the last one in any case. */
function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState({ value, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (Object.is(shown.value, value)) return;
    const wait = Math.max(0, shown.at + ms - performance.now());
    const timer = setTimeout(() => setShown({ value, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, ms, shown]);
  return shown.value;
}

interface PaletteFiltersProps {
  filters: Filters;
  scopes: readonly string[];
  onChange(filters: Filters): void;
}

/** Where and when. */
function PaletteFilters({ filters, scopes, onChange }: PaletteFiltersProps) {
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

interface OptionsInput {
  query: string;
  filters: Filters;
  passages: readonly SearchResult[];
  onClose(): void;
  onError(error: unknown): void;
}

/**
 * What the search box offers. Names and commands are found in the page itself, as fast as one types; passages follow. With
 * nothing typed: recent notes and every command.
 */
function useOptions({ query, filters, passages, onClose, onError }: OptionsInput): Option[] {
  const t = useText();
  const { recent } = useApp();
  const opened = useStore(recent);
  const { data: root } = useTree();
  const commands = useCommands();
  const typed = query.trim();
  const { scope } = filters;
  const files = useMemo(
    () => (typed === '' ? recentFiles(root, opened) : fileMatches(root, typed, scope)),
    [root, typed, scope, opened],
  );

  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  const fileOption = (node: TreeNode): Option => ({
    key: `file ${node.path}`,
    group: typed === '' ? t.palette.recent : t.palette.notes,
    icon: node.children === null ? FileText : Folder,
    run: closing(() => navigate(fileHref(node.path))),
    content: <FileName path={node.path} />,
  });
  const commandOption = (command: PaletteCommand): Option => ({
    key: `command ${command.name}`,
    group: t.palette.actions,
    icon: command.icon,
    run: closing(command.run),
    content: (
      <span className="flex gap-3">
        <span className="flex-1">{command.label}</span>
        {command.keys !== undefined && <kbd className="font-sans text-faint text-xs">{command.keys}</kbd>}
      </span>
    ),
  });
  if (typed === '') return [...files.map(fileOption), ...commands.map(commandOption)];
  const ask: Option = {
    key: 'ask',
    group: t.composer.search,
    icon: MessageCircleQuestion,
    run: () =>
      void askQuestion(typed, searchFilters(filters)).then(
        (id) => closing(() => navigate(`/activity/${id}`))(),
        onError,
      ),
    content: (
      <span>
        {t.palette.ask} <span className="text-faint">{t.quoted(typed)}</span>
      </span>
    ),
  };
  const passageOptions = passages.map((result) => ({
    key: `passage ${result.path} ${result.lines}`,
    group: t.palette.passages,
    icon: TextQuote,
    run: closing(() => navigate(fileHref(result.path, result.match_lines))),
    content: <PassageOption result={result} query={typed} />,
  }));
  const wanted = commandMatches(commands, typed).map(commandOption);
  return [...files.map(fileOption), ...wanted, ...passageOptions, ask];
}

/** The name, and after it where the file is. */
function FileName({ path }: { path: string }) {
  const at = path.lastIndexOf('/');
  return (
    <bdi className="block truncate" title={path}>
      {path.slice(at + 1)} {at > 0 && <span className="text-faint text-xs">{path.slice(0, at)}</span>}
    </bdi>
  );
}

/** A passage in two lines: its place, and the words that matched. */
function PassageOption({ result, query }: { result: SearchResult; query: string }) {
  const t = useText();
  const ranges = result.match_lines.split(',').map((range) => range.split('-').map(Number));
  const firstMatch = ranges[0]?.[0] ?? 0;
  const isMatch = (number: number) => ranges.some(([from = 0, to = from]) => from <= number && number <= to);
  const lines = result.chunk_with_context.split('\n').map((line) => /^(\d+) *\| ?(.*)$/.exec(line));
  // Several passages are shown without what is between them; a single one is followed by what is below it.
  const text = lines
    .filter(
      (line) =>
        line !== null && (ranges.length > 1 ? isMatch(Number(line[1])) : Number(line[1]) >= firstMatch),
    )
    .map((line) => (line?.[2] ?? '').replace(/^[\s>]*(?:#+|[-*+]|\d+[.)])?\s*(?:\[[ x]\]\s)?/, '').trim())
    .filter((line) => line !== '' && !/^[|:\s-]+$/.test(line))
    .join(' · ')
    .slice(0, 200);
  return (
    <>
      <p className="line-clamp-2">
        <Marked text={text} query={query} />
      </p>
      <p className="mt-0.5 truncate text-faint text-xs">
        <bdi>{result.path.replace(/^vault\//, '')}</bdi> · {t.file.lines(result.match_lines)}
        {result.headings.length > 0 && ` · ${result.headings.at(-1)}`}
      </p>
    </>
  );
}

/** The words of the query in the text; the service also matches other forms of them. */
function Marked({ text, query }: { text: string; query: string }) {
  const words = query
    .trim()
    .split(/[\s"'’?!.,;:]+/)
    .filter((word) => word.length > 2)
    .map(escapePattern);
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>
      {index % 2 === 1 ? <mark className="rounded-sm bg-mark text-ink">{part}</mark> : part}
    </Fragment>
  ));
}

type When = 'any' | 'week' | 'month' | 'year' | 'range';

interface Filters {
  /** A folder with its slash, or null for everywhere. */
  scope: string | null;
  when: When;
  from: string;
  to: string;
}

const NO_FILTERS: Filters = { scope: null, when: 'any', from: '', to: '' };

const BACK: Record<When, string | null> = {
  any: null,
  week: '7 days ago',
  month: '30 days ago',
  year: '365 days ago',
  range: null,
};

/** The filters as the service takes them. */
function searchFilters({ scope, when, from, to }: Filters) {
  const own = when === 'range';
  return {
    scopes: scope === null ? null : [scope],
    date_from: own ? from || null : BACK[when],
    date_to: own ? to || null : null,
  };
}

/** Where one can look: the top folders and each project. */
function scopesIn(root: TreeNode | undefined): string[] {
  const top = (root?.children ?? []).filter(({ children, path }) => children !== null && path !== 'inbox');
  const projects = top.find(({ path }) => path === 'projects')?.children ?? [];
  return [
    ...top.map(({ path }) => `${path}/`),
    ...projects.filter(({ children }) => children !== null).map(({ path }) => `${path}/`),
  ].sort();
}
