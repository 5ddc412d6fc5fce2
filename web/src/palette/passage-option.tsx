import { Fragment } from 'react';
import { escapePattern } from '../../../src/words/escape-pattern.js';
import type { SearchResult } from '../api/types.js';
import { useText } from '../i18n/language.js';

/** A passage in two lines: its place, and the words that matched. */
export function PassageOption({ result, query }: { result: SearchResult; query: string }) {
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
