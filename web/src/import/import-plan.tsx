import type { ReactNode } from 'react';
import type { ImportSummary } from '../api/types.js';
import { useSay, useText } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { formatTokens } from '../ui/tokens.js';

/** What an import would write, what it leaves out and why, and which secrets it met. */
export function ImportPlan({ summary }: { summary: ImportSummary }) {
  const { import: t, labelled } = usePanels();
  const words = useText();
  const say = useSay();
  const { counts, files, skipped, secrets, gone, left_out } = summary;
  const work = counts.new + counts.update + counts.move;
  const skippedCount = skipped.reduce((sum, { names }) => sum + names.count, 0);
  const missing = Object.entries(left_out).map(([kind, count]) => `${labelled(say(kind))} ${count}`);
  if (work + counts.known === 0)
    return (
      <div className="space-y-3">
        <p className="font-medium text-bad">{t.nothing}</p>
        <Skipped count={skippedCount} skipped={skipped} />
      </div>
    );
  return (
    <div className="space-y-3">
      <p className="text-soft">{work === 0 ? t.nothingNew : t.preview}</p>
      <p>
        <strong className="font-semibold">{say(summary.kind)}</strong> → <bdi>{summary.into}</bdi>
      </p>
      <ul className="list-disc pl-5">
        {(['new', 'update', 'move', 'known'] as const).map(
          (action) => counts[action] > 0 && <li key={action}>{t.counts[action](counts[action])}</li>,
        )}
        {work > 0 && <li>{words.tokens(formatTokens(summary.tokens))}</li>}
        {missing.length > 0 && (
          <li>
            {labelled(t.leftOut)} {missing.join(', ')}
          </li>
        )}
        {gone.count > 0 && <li>{t.gone(gone.count)}</li>}
      </ul>
      {work > 0 && (
        <Scrolling label={t.counts.new(work)}>
          {files.map(({ path, was, tokens, note }) => (
            <li key={path} className="flex gap-3 py-0.5">
              <bdi className="min-w-0 flex-1 break-all">
                {was !== null && `${was} → `}
                {path}
              </bdi>
              <span className="shrink-0 text-faint">
                {formatTokens(tokens)}
                {note !== null && ` · ${say(note)}`}
              </span>
            </li>
          ))}
          {work > files.length && <li className="text-faint">{t.more(work - files.length)}</li>}
        </Scrolling>
      )}
      {secrets.count > 0 && (
        <div className="rounded-xl bg-bad-soft px-4 py-3">
          <p className="font-medium text-bad">
            {t.secrets(secrets.count)}.{' '}
            {summary.skip_secrets ? t.secretsRemoved : t.secretsKept(secrets.count)}
          </p>
          <ul>
            {secrets.first.slice(0, 12).map(({ path, line, what }) => (
              <li key={`${path}:${line}:${what}`} className="break-all">
                {path}:{line} {say(what)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Skipped count={skippedCount} skipped={skipped} />
    </div>
  );
}

function Skipped({ count, skipped }: { count: number; skipped: ImportSummary['skipped'] }) {
  const { import: t, labelled } = usePanels();
  const say = useSay();
  if (count === 0) return null;
  return (
    <div>
      <p className="font-medium">{t.skipped(count)}</p>
      <Scrolling label={t.skipped(count)}>
        {skipped.map(({ reason, names }) => (
          <li key={reason} className="py-0.5">
            {names.count} × {labelled(say(reason))}{' '}
            <span className="break-all text-faint">
              {names.first.slice(0, 5).join(', ')}
              {names.count > 5 && ` ${t.more(names.count - 5)}`}
            </span>
          </li>
        ))}
      </Scrolling>
    </div>
  );
}

function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-xl border border-line px-4 py-2"
    >
      {children}
    </ul>
  );
}
