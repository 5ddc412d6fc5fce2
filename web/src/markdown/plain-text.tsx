import type { LineRange } from '../frame/route.js';

interface PlainTextProps {
  text: string;
  firstLine: number;
  marked: readonly LineRange[];
}

/** Text without formatting, for files that are not Markdown or too large. */
export function PlainText({ text, firstLine, marked }: PlainTextProps) {
  const isMarked = (line: number) => marked.some(({ first, last }) => line >= first && line <= last);
  if (marked.length === 0) {
    return (
      <div className="plain" data-line={firstLine}>
        {text}
      </div>
    );
  }
  return (
    <div className="plain" data-line={firstLine}>
      {text.split('\n').map((line, index) => {
        const number = firstLine + index;
        return (
          <span key={number} data-line={number}>
            {isMarked(number) && line !== '' ? <mark>{line}</mark> : line}
            {'\n'}
          </span>
        );
      })}
    </div>
  );
}
