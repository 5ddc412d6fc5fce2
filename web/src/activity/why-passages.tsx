import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useReceipt } from '../api/queries.js';
import type { Receipt } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';

/** Behind a click: why an answer shows its passages, and why not others. Nothing where it has no receipt. */
export function WhyPassages({ id }: { id: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data: receipt, isError } = useReceipt(id, open);
  return (
    <details className="group text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-faint hover:text-ink">
        <ChevronRight aria-hidden size={14} className="shrink-0 transition-transform group-open:rotate-90" />
        {t.why.title}
      </summary>
      {isError && <p className="pt-2 text-soft">{t.why.missing}</p>}
      {receipt !== undefined && <Reasons receipt={receipt} />}
    </details>
  );
}

function Reasons({ receipt }: { receipt: Receipt }) {
  const t = useText();
  const { passages, left_out, made_by, vault, times } = receipt;
  return (
    <div className="space-y-3 pt-2 text-soft">
      <ol className="list-decimal space-y-2 pl-5">
        {passages.map((passage) => (
          <li key={passage.ref}>
            <Place at={passage.ref} />
            <ul>
              {reasonsOf(passage, t.why).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {left_out.length > 0 && (
        <section>
          <h3 className="font-medium">{t.why.leftOut}</h3>
          <ul>
            {left_out.map(({ path, lines, why }) => (
              <li key={`${path}:${lines}`}>
                <Place at={`${path}:${lines}`} /> · {t.why.because[why]}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-faint text-xs">
        {[
          t.why.by(made_by.rappel, made_by.engine, made_by.mode),
          t.why.took(Math.round(times.answer ?? 0)),
          ...(vault.index_behind ? [t.why.behind] : []),
        ].join(' · ')}
      </p>
    </div>
  );
}

/** `vault/projects/x/state.md:9-14@3f9a2c`, as a link to its first lines. */
function Place({ at }: { at: string }) {
  const t = useText();
  const [, path = '', lines = ''] = /^vault\/(.+):([\d,-]+)(?:@\w+)?$/.exec(at) ?? [];
  return (
    <Link href={fileHref(path, lines.split(',')[0]!)} className="hover:text-accent hover:underline">
      {path}, {t.file.lines(lines)}
    </Link>
  );
}

function reasonsOf(
  { by, words, words_above, adds, share }: Receipt['passages'][number],
  t: ReturnType<typeof useText>['why'],
): string[] {
  const list = (some: readonly string[]) => some.join(', ');
  const isAllNew = adds.length === words.length + words_above.length;
  return [
    ...(by === 'search' ? [] : [t.chosen[by]]),
    ...(words.length === 0 ? [] : [t.holds(list(words))]),
    ...(words_above.length === 0 ? [] : [t.above(list(words_above))]),
    ...(adds.length === 0 || isAllNew ? [] : [t.adds(list(adds))]),
    ...(share === null || share < 0.01 ? [] : [t.likely(Math.round(100 * share))]),
  ];
}
