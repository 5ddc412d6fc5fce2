import { noUpdate, type Queue } from '../updates/queue.js';
import type { UpdateStatus } from '../updates/update-status.js';

interface WalledQueue extends Queue {
  /** The items of the inbox that these updates opened. */
  items(): Set<string>;
}

/** The updates that were told behind one wall; there are no others. */
export function walledQueue(queue: Queue, key: string): WalledQueue {
  const isOwn = ({ wall }: UpdateStatus) => wall === key;
  const has = (id: string) => queue.has(id) && isOwn(queue.find(id));
  /** Throws `not_found` for an update of another. */
  const own =
    <Rest extends unknown[], Result>(work: (id: string, ...rest: Rest) => Result) =>
    (id: string, ...rest: Rest): Result => {
      if (!has(id)) throw noUpdate(id);
      return work(id, ...rest);
    };
  function list(all = queue.list()): UpdateStatus[] {
    const items = itemsOf(all, isOwn);
    return all.filter(isOwn).map((status) => withoutOthers(status, items));
  }
  return {
    has,
    list: () => list(),
    items: () => itemsOf(queue.list(), isOwn),
    waiting: () => queue.waiting().filter(isOwn),
    due: (settings) => queue.due(settings).filter(isOwn),
    admit: queue.admit,
    takeOver: queue.takeOver,
    filedElsewhere: own(queue.filedElsewhere),
    digest: own(queue.digest),
    keepAgain: own(queue.keepAgain),
    find: own((id) => list().find((status) => status.id === id) ?? queue.find(id)),
    input: own(queue.input),
    set: own(queue.set),
    change: own(queue.change),
    setSteps: own(queue.setSteps),
    run: own(queue.run),
    keepRun: own(queue.keepRun),
    forgetRun: own(queue.forgetRun),
    isRecorded: own(queue.isRecorded),
    holds: own(queue.holds),
    forget: own(queue.forget),
    prune: () => 0,
  };
}

/** An answered item leaves its name, which another update may take: an item belongs to the last that opened it. */
function itemsOf(statuses: readonly UpdateStatus[], isOwn: (status: UpdateStatus) => boolean): Set<string> {
  const last = new Map(statuses.flatMap((status) => (status.inbox === null ? [] : [[status.inbox, status]])));
  return new Set([...last].flatMap(([item, status]) => (isOwn(status) ? [item] : [])));
}

/** Its own item is closed, and another has its name: what that one asks is no part of it. */
function withoutOthers(status: UpdateStatus, items: ReadonlySet<string>): UpdateStatus {
  if (status.inbox === null || items.has(status.inbox)) return status;
  const { question: _, ...rest } = status;
  return { ...rest, state: status.state === 'needs_answer' ? 'done' : status.state };
}
