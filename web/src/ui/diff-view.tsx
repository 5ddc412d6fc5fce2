import { Fragment, useMemo, useState } from 'react';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { Button } from './button.js';
import { type DiffFile, type DiffLine, pairsOf, parseDiff } from './diff.js';
import { Disclosure } from './disclosure.js';
import { useMedia } from './use-media.js';

const SHOWN = 120;

/** What changed, file by file. */
export function DiffView({ diff }: { diff: string }) {
  // What came or changed first; what went is only named until it is asked for.
  const files = useMemo(
    () => parseDiff(diff).sort((a, b) => Number(a.change === 'deleted') - Number(b.change === 'deleted')),
    [diff],
  );
  return (
    <div className="space-y-4">
      {files.map((file) => (
        <FileDiff key={file.path} file={file} />
      ))}
    </div>
  );
}

function FileDiff({ file }: { file: DiffFile }) {
  const t = useText();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(file.change !== 'deleted');
  const isWide = useMedia('(min-width: 900px)');
  const isSplit = isWide && file.change === 'changed';
  const shown = open ? file.lines : [];
  const lines = all ? shown : shown.slice(0, SHOWN);
  return (
    <section className="overflow-hidden rounded-xl border border-line">
      <h3 className="flex items-center gap-1 bg-panel pr-4 font-medium text-sm">
        <Disclosure
          open={open}
          onToggle={() => setOpen(!open)}
          label={open ? t.history.hide : t.history.show}
        />
        {file.change === 'deleted' ? (
          <bdi className="min-w-0 truncate line-through">{file.path}</bdi>
        ) : (
          <Link href={fileHref(file.path)} className="min-w-0 truncate hover:text-accent hover:underline">
            <bdi>{file.path}</bdi>
          </Link>
        )}
        <span className={`ml-auto shrink-0 text-xs ${TONE[file.change]}`}>{t.history[file.change]}</span>
      </h3>
      {file.binary && open && <p className="px-4 py-2 text-faint text-sm">{t.history.binary}</p>}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div tabIndex={0} className="overflow-x-auto border-line border-t py-1 font-mono text-xs leading-5">
          {isSplit ? <SplitLines lines={lines} /> : <UnifiedLines lines={lines} />}
        </div>
      )}
      {shown.length > lines.length && (
        <div className="border-line border-t p-1">
          <Button onClick={() => setAll(true)}>{t.history.showAll(file.lines.length)}</Button>
        </div>
      )}
    </section>
  );
}

const TONE = { added: 'text-accent', changed: 'text-faint', deleted: 'text-bad' };
const ROWS: Record<DiffLine['kind'], [colours: string, sign: string]> = {
  same: ['text-soft', ' '],
  added: ['bg-accent-soft text-ink', '+'],
  deleted: ['bg-bad-soft text-ink', '−'],
  gap: ['text-faint', ' '],
};

function UnifiedLines({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line, index) => (
    <DiffRow
      // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes
      key={index}
      line={line}
    />
  ));
}

/** What was there on the left, what is there on the right. */
function SplitLines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className="grid grid-cols-2">
      {pairsOf(lines).map(({ before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes
        <Fragment key={index}>
          <div className="min-w-0 border-line border-r">{before && <DiffRow line={before} />}</div>
          <div className="min-w-0">{after && <DiffRow line={after} />}</div>
        </Fragment>
      ))}
    </div>
  );
}

function DiffRow({ line: { kind, text, number } }: { line: DiffLine }) {
  const [colours, sign] = ROWS[kind];
  if (kind === 'gap') return <div className="select-none py-0.5 pl-16 text-faint">⋯</div>;
  return (
    <div className={`flex h-full ${colours}`}>
      <span aria-hidden className="w-10 shrink-0 select-none pr-2 text-right text-faint tabular-nums">
        {number}
      </span>
      <span className="w-5 shrink-0 select-none text-center">{sign}</span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap pr-4">{text}</span>
    </div>
  );
}
