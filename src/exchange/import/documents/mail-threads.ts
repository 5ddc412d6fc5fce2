/** What the head of a message says about its conversation. */
export interface MessageHead {
  id: string;
  /** The messages that it answers, the first one first. */
  references: string[];
  subject: string;
  date: Date | null;
  /** The conversation as the mail service numbers it; empty if it does not. */
  thread: string;
}

export interface Thread<Head> {
  /** The same whenever more messages arrive: the id of its first message, also if that message is missing. */
  id: string;
  /** Oldest first. */
  messages: Head[];
}

/**
 * Groups messages into conversations: by the number of the mail service, by the messages they answer, and an answer that
 * names none by its subject.
 */
export function threadsOf<Head extends MessageHead>(heads: readonly Head[]): Thread<Head>[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== id) parents.set(id, root);
    return root;
  };
  /** `a` stays the root: it is the older one. */
  const join = (a: string, b: string) => {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first !== second) parents.set(second, first);
  };
  const bySubject = new Map<string, string>();
  for (const head of [...heads].sort(byDate)) {
    const { id, references, thread } = head;
    const first = thread === '' ? (references[0] ?? id) : `thread:${thread}`;
    for (const reference of references) join(first, reference);
    join(first, id);
    const { subject, isAnswer } = normalised(head.subject);
    const earlier = bySubject.get(subject);
    if (isAnswer && references.length === 0 && thread === '' && earlier !== undefined) join(earlier, id);
    else if (subject !== '') bySubject.set(subject, id);
  }
  return grouped(heads, rootOf);
}

function grouped<Head extends MessageHead>(
  heads: readonly Head[],
  rootOf: (id: string) => string,
): Thread<Head>[] {
  const threads = new Map<string, Thread<Head>>();
  const met = new Set<string>();
  for (const head of heads) {
    // The same message in two folders of the mailbox.
    if (met.has(head.id)) continue;
    met.add(head.id);
    const id = rootOf(head.id);
    const thread = threads.get(id) ?? { id, messages: [] };
    thread.messages.push(head);
    threads.set(id, thread);
  }
  for (const { messages } of threads.values()) messages.sort(byDate);
  return [...threads.values()];
}

function byDate(a: MessageHead, b: MessageHead): number {
  return (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0);
}

function normalised(subject: string): { subject: string; isAnswer: boolean } {
  const rest = withoutPrefix(subject);
  return { subject: rest.toLowerCase(), isAnswer: rest !== subject.trim() };
}

/** A subject without the `Re:` that mail programs put before it, in their languages. */
export function withoutPrefix(subject: string): string {
  return subject.replace(PREFIXES, '').trim();
}

const PREFIXES = /^\s{0,9}(?:(?:re|fwd?|tr|aw|wg|rép|réf|sv|vs|rv)(?:\[\d{1,3}\])?\s?:\s{0,9}){1,20}/i;
