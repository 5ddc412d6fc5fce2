import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { withBase, withoutBase } from '../api/base.js';

/** Where the page is. Every view has an address: back, forward, reload and links just work. */
interface Place {
  /** From the root of the page, wherever it is served. */
  pathname: string;
  search: string;
  hash: string;
  /** Counts the links that were followed: the same one again is a new wish. */
  visit: number;
}

const MOVED = 'rappel:moved';
const positions = new Map<number, number>();
let visits = 0;

export function navigate(href: string, options: { replace?: boolean } = {}): void {
  const target = new URL(withBase(href), location.href);
  const here = location.pathname + location.search + location.hash;
  const same = target.pathname + target.search + target.hash === here;
  positions.set(entry(), scrollY);
  visits++;
  if (options.replace || same) history.replaceState({ entry: entry() }, '', target);
  else history.pushState({ entry: entry() + 1 }, '', target);
  if (withoutBase(target.pathname) !== current.pathname) scrollTo(0, 0);
  dispatchEvent(new Event(MOVED));
}

/** Keeps the scroll position of each entry; to be called once, at the start. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual';
  if (history.state?.entry === undefined) history.replaceState({ entry: 0 }, '');
  let at = entry();
  addEventListener('scroll', () => positions.set(at, scrollY), { passive: true });
  addEventListener(MOVED, () => {
    at = entry();
  });
  addEventListener('popstate', () => {
    at = entry();
    const wanted = positions.get(at) ?? 0;
    const deadline = performance.now() + 1_000;
    // What was scrolled may have to be loaded first.
    const restore = () => {
      if (entry() !== at) return;
      scrollTo(0, wanted);
      if (Math.abs(scrollY - wanted) > 2 && performance.now() < deadline) requestAnimationFrame(restore);
    };
    requestAnimationFrame(restore);
  });
}

function entry(): number {
  return (history.state as { entry?: number } | null)?.entry ?? 0;
}

let current: Place = { pathname: '', search: '', hash: '', visit: 0 };

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, snapshot);
}

function subscribe(listener: () => void): () => void {
  const kinds = ['popstate', 'hashchange', MOVED];
  for (const kind of kinds) addEventListener(kind, listener);
  return () => {
    for (const kind of kinds) removeEventListener(kind, listener);
  };
}

function snapshot(): Place {
  const { search, hash } = location;
  const pathname = withoutBase(location.pathname);
  const same = pathname === current.pathname && search === current.search && hash === current.hash;
  if (!same || current.visit !== visits) current = { pathname, search, hash, visit: visits };
  return current;
}

/** A link to a view: a plain click stays in the page, every other one is the browser's. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={withBase(href)} onClick={follow} {...rest} />;
}
