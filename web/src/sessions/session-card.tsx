import { useId, useState } from 'react';
import type { CapturedSession } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Time } from '../ui/time.js';
import { RemoveSession } from './remove-session.js';

const PRODUCTS: Record<CapturedSession['client'], string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
};

interface SessionCardProps {
  session: CapturedSession;
  canChange: boolean;
  onRemoved(said: string): void;
}

/** One session: when, with which assistant, what was drawn from it, what still waits for an answer. */
export function SessionCard({ session, canChange, onRemoved }: SessionCardProps) {
  const t = usePanels().sessions;
  const [name, removal] = [useId(), useId()];
  const [isRemoving, setRemoving] = useState(false);
  const { client, started, turns, title, file, filed, question } = session;
  const shown = title ?? PRODUCTS[client];
  return (
    <article aria-labelledby={name} className="rounded-xl border border-line bg-raised px-4 py-3 text-sm">
      <h3 id={name} className="break-words font-medium">
        {file === null ? (
          shown
        ) : (
          <Link href={fileHref(file)} className="hover:underline">
            {shown}
          </Link>
        )}
      </h3>
      <p className="text-faint">
        {PRODUCTS[client]} · <Time at={Date.parse(started)} style="moment" /> ·{' '}
        {file === null ? t.waiting : t.turns(turns)}
      </p>
      {filed.length > 0 && (
        <ul className="mt-2 space-y-1">
          {filed.map((one) => (
            <li key={`${one.path} ${one.line}`} className="break-words">
              <span className="text-faint">{t.kinds[one.kind]}</span>{' '}
              <Link href={fileHref(one.path, `${one.line}`)} className="text-accent hover:underline">
                {one.text}
              </Link>
              {file !== null && (
                <>
                  {' '}
                  <Link
                    href={fileHref(file, `${one.source}`)}
                    aria-label={t.lineOf(one.source, one.text)}
                    className="whitespace-nowrap text-soft underline"
                  >
                    {t.line(one.source)}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {filed.length === 0 && question === null && file !== null && (
        <p className="mt-2 text-soft">{t.nothingDrawn}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {question !== null && (
          <Link href={`/inbox/${encodeURIComponent(question.item)}`} className="text-accent hover:underline">
            {t.suggestions(question.suggestions.length)}
          </Link>
        )}
        {canChange && (
          <Button
            className="ml-auto"
            aria-expanded={isRemoving}
            aria-controls={removal}
            aria-label={t.removeNamed(shown)}
            onClick={() => setRemoving(!isRemoving)}
          >
            {t.removeShort}
          </Button>
        )}
      </div>
      <div id={removal}>
        {isRemoving && (
          <RemoveSession
            session={session.id}
            onClose={() => setRemoving(false)}
            onRemoved={() => onRemoved(t.removed(shown))}
          />
        )}
      </div>
    </article>
  );
}
