import { FileSymlink, FileX, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useHistoryList, useMovedTo } from '../api/queries.js';
import { run } from '../api/run.js';
import { useError } from '../api/use-error.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button, buttonClass } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { ErrorNotice } from '../ui/notice.js';
import { drafts } from './edit/drafts.js';

/** Nothing is at this path. What was deleted there can come back. */
export function MissingFile({ path }: { path: string }) {
  const t = useText();
  const may = useMay();
  const { data: entries = [] } = useHistoryList(path);
  const [error, setError] = useError();
  const [isBusy, setBusy] = useState(false);
  const { data: moved = null } = useMovedTo(path, true);
  if (moved !== null)
    return (
      <Empty icon={FileSymlink} title={t.file.movedTo(moved)}>
        <Link
          href={fileHref(moved)}
          onClick={() => drafts.move(path, moved)}
          className={buttonClass('solid')}
        >
          {t.file.open}
        </Link>
      </Empty>
    );
  // The newest entry took it away: before that it was there.
  const [, last] = entries;
  const restore = async (id: string) => {
    setBusy(true);
    try {
      await run('history/restore', { path, at: { id } });
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return (
    <Empty icon={FileX} title={t.file.gone}>
      <p>{t.file.goneHint}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {last !== undefined && may.write && (
          <Button look="solid" disabled={isBusy} onClick={() => void restore(last.id)}>
            <RotateCcw aria-hidden size={14} /> {t.file.restore}
          </Button>
        )}
        <Link href={`/history?path=${encodeURIComponent(path)}`} className={buttonClass('outline')}>
          {t.file.history}
        </Link>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </Empty>
  );
}
