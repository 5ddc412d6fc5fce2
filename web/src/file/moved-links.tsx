import { useQuery } from '@tanstack/react-query';
import { run } from '../api/run.js';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useDebounced } from '../ui/use-debounced.js';

/** How many links will follow, before anything is moved. */
export function LinksToFollow({ from, to }: { from: string; to: string }) {
  const t = useText();
  const wanted = useDebounced(to.trim(), 150);
  const { data } = useQuery({
    queryKey: ['links', 'move', from, wanted],
    enabled: wanted !== '' && wanted !== from,
    retry: false,
    queryFn: () => run('files/move/preview', { from, to: wanted }),
  });
  const isKnown = data !== undefined && wanted === to.trim() && wanted !== from;
  return isKnown ? (data.links === 0 ? t.file.noLinks : t.file.linksFollow(data.links, data.notes)) : null;
}

/** How many have followed, while it takes long. */
export function FollowingLinks() {
  const t = useText();
  const progress = useStore(useApp().live.progress);
  if (progress?.work !== 'linking' || progress.total === null) return t.file.moving;
  return t.file.followingLinks(progress.done, progress.total);
}

/** A move that is done, with something left to do by hand. */
export interface UnfinishedMove {
  /** Where the page goes then; null where it is. */
  href: string | null;
  /** Notes whose links could not be changed, `vault/…`. */
  failed: readonly string[];
  /** Why the history could not follow. */
  warning: string | null;
}

export function UnfinishedLinks({ failed, warning, onClose }: UnfinishedMove & { onClose(): void }) {
  const t = useText();
  return (
    <div className="space-y-4 text-sm">
      <Notice tone="bad" title={failed.length > 0 ? t.file.linksFailed(failed.length) : t.file.moved}>
        {failed.length > 0 && (
          <ul className="mt-2 max-h-48 space-y-1 overflow-y-auto">
            {failed.map((path) => (
              <li key={path} className="truncate">
                <Link
                  href={fileHref(path.replace(/^vault\//, ''))}
                  onClick={onClose}
                  className="text-accent underline"
                >
                  {path.replace(/^vault\//, '')}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {warning !== null && <p className="mt-2">{warning}</p>}
      </Notice>
      <Button look="solid" onClick={onClose}>
        {t.file.done}
      </Button>
    </div>
  );
}
