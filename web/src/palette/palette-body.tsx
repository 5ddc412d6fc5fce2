import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTree } from '../api/queries.js';
import { useError } from '../api/use-error.js';
import { useText } from '../i18n/language.js';
import { ErrorNotice } from '../ui/notice.js';
import { type Filters, NO_FILTERS, scopesIn } from './filters.js';
import { OptionList } from './option-list.js';
import { PaletteFilters } from './palette-filters.js';
import { useOptions } from './use-options.js';
import { usePassages } from './use-passages.js';

interface PaletteBodyProps {
  /** What is searched from the start. */
  start: string;
  onClose(): void;
}

/** A field with a list below it: the focus stays in the field, the arrows move through the list. */
export function PaletteBody({ start, onClose }: PaletteBodyProps) {
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
