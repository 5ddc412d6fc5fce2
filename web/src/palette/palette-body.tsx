import { CornerDownLeft, FileText, MessageCircleQuestion, Search, TextQuote } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { askQuestion } from '../activity/ask.js';
import { useTree } from '../api/queries.js';
import { useError } from '../api/use-error.js';
import { navigate } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { ErrorNotice } from '../ui/notice.js';
import { fileMatches } from './file-matches.js';
import { type Filters, NO_FILTERS, scopesIn, searchFilters } from './filters.js';
import { PaletteFilters } from './palette-filters.js';
import { PassageOption } from './passage-option.js';
import { usePassages } from './use-passages.js';

interface Option {
  key: string;
  run(): void;
  content: ReactNode;
  icon: typeof Search;
}

export function PaletteBody({ onClose }: { onClose(): void }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [chosen, setChosen] = useState(0);
  const [refused, setRefused] = useError();
  const list = useId();
  const { data: root } = useTree();
  const { data: passages, error, isPlaceholderData } = usePassages(query, filters);
  const files = useMemo(() => fileMatches(root, query, filters.scope), [root, query, filters.scope]);
  const typed = query.trim().length > 1;

  const go = (href: string) => () => {
    onClose();
    navigate(href);
  };
  const ask = () => {
    askQuestion(query.trim(), searchFilters(filters)).then((id) => go(`/activity/${id}`)(), setRefused);
  };
  const found: Option[] = [
    ...files.map((node) => ({
      key: `file ${node.path}`,
      icon: FileText,
      run: go(fileHref(node.path)),
      content: <bdi className="block truncate">{node.path}</bdi>,
    })),
    ...(passages ?? []).map((result) => ({
      key: `passage ${result.path} ${result.lines}`,
      icon: TextQuote,
      run: go(fileHref(result.path, result.match_lines)),
      content: <PassageOption result={result} query={query} />,
    })),
    {
      key: 'ask',
      icon: MessageCircleQuestion,
      run: ask,
      content: (
        <span>
          {t.palette.ask} <span className="text-faint">{t.quoted(query.trim())}</span>
        </span>
      ),
    },
  ];
  const options = typed ? found : [];
  const at = Math.min(chosen, options.length - 1);

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
      <PaletteFilters filters={filters} scopes={scopesIn(root)} onChange={setFilters} />
      <div
        className={`min-h-0 flex-1 overflow-y-auto border-line border-t p-2 ${isPlaceholderData ? 'opacity-70' : ''}`}
      >
        {!typed && <p className="px-3 py-8 text-center text-faint text-sm">{t.palette.start}</p>}
        {(error ?? refused) !== null && <ErrorNotice error={error ?? refused} />}
        {typed && passages?.length === 0 && files.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-soft">
            <span className="block font-medium">{t.palette.none}</span>
            <span className="text-faint">{t.palette.noneHint}</span>
          </p>
        )}
        <p role="status" className="sr-only">
          {typed && passages ? t.palette.results(passages.length + files.length) : ''}
        </p>
        <Options id={list} options={options} chosen={at} onChoose={setChosen} />
      </div>
    </>
  );
}

interface OptionsProps {
  id: string;
  options: readonly Option[];
  chosen: number;
  onChoose(index: number): void;
}

/** What was found, as a list that the field above moves through. */
function Options({ id, options, chosen, onChoose }: OptionsProps) {
  const t = useText();
  return (
    <div id={id} role="listbox" aria-label={t.palette.passages}>
      {options.map(({ key, icon: Icon, content, run }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onClick={run}
          onPointerMove={() => onChoose(index)}
          className={`flex cursor-pointer items-start gap-3 rounded-lg px-3 py-2 text-sm ${index === chosen ? 'bg-hover' : ''}`}
        >
          <Icon aria-hidden size={15} className="mt-0.5 shrink-0 text-faint" />
          <div className="min-w-0 flex-1">{content}</div>
          {index === chosen && (
            <CornerDownLeft aria-hidden size={14} className="mt-0.5 shrink-0 text-faint" />
          )}
        </div>
      ))}
    </div>
  );
}
