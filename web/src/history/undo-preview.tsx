import { useState } from 'react';
import { useUndoPreview } from '../api/queries.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';

/** What an undo of an entry would change, unit by unit; looked up when it is opened. */
export function UndoPreview({ id }: { id: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button look="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t.history.preview}
      </Button>
      {open && <UndoChanges id={id} />}
    </div>
  );
}

export function UndoChanges({ id }: { id: string }) {
  const t = useText();
  const { data, error, isPending } = useUndoPreview(id);
  if (isPending) return <Loading />;
  if (!data) return <ErrorNotice error={error} />;
  const { files, obstacles } = data;
  if (files.length + obstacles.length === 0) return <Notice title={t.history.nothingLeft} />;
  return (
    <ul className="mt-2 space-y-3 text-sm">
      {files.map(({ path, change, to, units }) => (
        <li key={path}>
          <p className="font-medium">
            {shorten(path)} <span className="font-normal text-faint">{t.history.changes[change]}</span>
            {to !== undefined && ` ${shorten(to)}`}
          </p>
          {units.slice(0, MOST_SHOWN).map((unit) => (
            <div
              key={`${unit.headings.join()} ${unit.from} ${unit.to}`}
              className="mt-1 border-line border-l-2 pl-2 text-soft"
            >
              {unit.from !== null && <Side label={t.history.takesOut} text={unit.from} />}
              {unit.to !== null && <Side label={t.history.bringsBack} text={unit.to} />}
            </div>
          ))}
          {units.length > MOST_SHOWN && <p className="text-faint">+{units.length - MOST_SHOWN}</p>}
        </li>
      ))}
      {obstacles.map(({ path, reason }) => (
        <li key={`${path} ${reason}`}>
          <span className="font-medium">{shorten(path)}</span> {t.history.refusals[reason]}
        </li>
      ))}
    </ul>
  );
}

const MOST_SHOWN = 8;

/** A text before or after a change. */
export function Side({ label, text }: { label: string; text: string }) {
  return (
    <p className="line-clamp-4 whitespace-pre-line">
      <span className="text-faint">{label}</span> {text}
    </p>
  );
}

export function shorten(path: string): string {
  return path.replace(/^vault\//, '');
}
