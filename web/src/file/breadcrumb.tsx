import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';

/** Where a file lies; each folder opens. */
export function Breadcrumb({ path }: { path: string }) {
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav aria-label="vault" className="min-w-0 flex-1 text-sm">
      <ol className="flex flex-wrap items-center gap-x-1">
        <li>
          <Link href="/file/" className="text-faint hover:text-ink">
            vault
          </Link>
        </li>
        {parts.map((part, index) => {
          const here = index === parts.length - 1;
          const at = parts.slice(0, index + 1).join('/');
          return (
            <Fragment key={at}>
              <li aria-hidden>
                <ChevronRight size={13} className="text-faint" />
              </li>
              <li className="min-w-0">
                <Link
                  href={fileHref(at)}
                  aria-current={here ? 'page' : undefined}
                  className={here ? 'font-medium text-ink' : 'text-faint hover:text-ink'}
                >
                  <bdi>{part}</bdi>
                </Link>
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
