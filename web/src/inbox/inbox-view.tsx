import { ChevronRight, Inbox } from 'lucide-react';
import { useInbox } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { Time } from '../ui/time.js';

/** The questions that wait for the user, with their age. */
export function InboxList() {
  const t = useText();
  useTitle(t.inbox.title);
  const { data: items, error, isPending } = useInbox();
  if (isPending) return <Loading />;
  const sorted = newestFirst(items ?? []);
  return (
    <div>
      <PageTitle intro={t.inbox.intro}>{t.inbox.title}</PageTitle>
      {error && <ErrorNotice error={error} />}
      {items?.length === 0 && (
        <Empty icon={Inbox} title={t.inbox.empty}>
          {t.inbox.emptyHint}
        </Empty>
      )}
      <ul className="space-y-2">
        {sorted.map(({ item, question, excerpt, created, files }) => (
          <li key={item}>
            <Link
              href={`/inbox/${encodeURIComponent(item)}`}
              className="flex items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3 transition-colors hover:border-strong-line"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium">{excerpt || wordsOf(item)}</span>
                <span className="block truncate text-faint text-sm">
                  {question} · {t.files(files.length)}
                </span>
              </span>
              {created && (
                <span className="shrink-0 text-faint text-xs">
                  <Time at={created} />
                </span>
              )}
              <ChevronRight aria-hidden size={16} className="shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function newestFirst<Item extends { created: string | null }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (b.created ?? '').localeCompare(a.created ?? ''));
}

/** `2025-07-14-vocal-meeting-client` as words, without the day, which is shown beside it. */
function wordsOf(item: string): string {
  return item.replace(/^\d{4}-\d\d-\d\d-/, '').replaceAll('-', ' ');
}
