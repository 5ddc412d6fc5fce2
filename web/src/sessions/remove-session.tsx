import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CAPTURE } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { usePanels } from '../i18n/panels.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';

interface RemoveSessionProps {
  session: string;
  onClose(): void;
  onRemoved(): void;
}

/** What would go, and the button that takes it out for good. */
export function RemoveSession({ session, onClose, onRemoved }: RemoveSessionProps) {
  const t = usePanels();
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const {
    data,
    error: failed,
    isPending,
  } = useQuery({
    queryKey: [...CAPTURE, session],
    queryFn: () => runOperation('capture/preview', { session }),
    staleTime: 0,
  });
  const remove = () =>
    run(async () => {
      await runOperation('capture/remove', { session });
      onRemoved();
      await queries.invalidateQueries({ queryKey: CAPTURE, exact: true });
    });
  if (isPending) return <Loading />;
  if (data === undefined) return <ErrorNotice error={failed} />;
  return (
    <div className="mt-2 space-y-2 border-line border-t pt-3">
      <p>{t.sessions.removes}</p>
      <ul className="list-disc space-y-0.5 pl-5">
        <li>{data.file === null ? t.sessions.removesWaiting : t.sessions.removesNote}</li>
        {data.files.map((path) => (
          <li key={path} className="break-all">
            {t.sessions.removesFrom}{' '}
            <Link href={fileHref(path)} className="text-accent hover:underline">
              {path.replace(/^vault\//, '')}
            </Link>
          </li>
        ))}
        {data.questions > 0 && <li>{t.sessions.removesQuestion}</li>}
      </ul>
      <p className="text-soft">{t.sessions.removeSure}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" className="text-bad" disabled={busy} onClick={() => void remove()}>
          {busy ? t.settings.working : t.sessions.removeForGood}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t.settings.cancel}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
