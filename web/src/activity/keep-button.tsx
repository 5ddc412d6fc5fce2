import { Star } from 'lucide-react';
import { useKept } from '../api/queries.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import { useKeep } from './use-keep.js';

/** A star: the answer is good, and should still be found later. */
export function KeepButton({ id }: { id: string }) {
  const t = useText();
  const { data: kept } = useKept();
  const { keep, error } = useKeep();
  const may = useMay();
  const isKept = kept?.some((one) => one.id === id) ?? false;
  if (!may.write) return null;
  return (
    <>
      <Button
        look="outline"
        aria-pressed={isKept}
        disabled={kept === undefined}
        onClick={() => void keep(id, !isKept)}
      >
        <Star
          aria-hidden
          size={14}
          className={isKept ? 'text-doubt' : ''}
          fill={isKept ? 'currentColor' : 'none'}
        />
        {isKept ? t.activity.kept : t.activity.keep}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
