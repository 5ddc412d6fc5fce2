import type { Running } from './harness.js';
import type { SyncMachine } from './sync-machine.js';

/** What was written under which mark, and by which intention marks went away. */
export interface Ledger {
  /** Lines that Rappel acknowledged, and lines that were on the disk. */
  written: Set<string>;
  /** What a person took away knowingly: replaced, deleted, undone or answered. */
  removed: Set<string>;
  /** Of those, what was taken away on the disk, maybe before it was ever recorded. */
  removedByHand: Set<string>;
  counts: Record<string, number>;
}

interface Operating {
  machine: SyncMachine;
  /** Null while the machine is not served: then only the files can be changed. */
  service: Running | null;
  dice: (below: number) => number;
  ledger: Ledger;
  mark: string;
}

export const PROJECTS = ['alpha', 'beta', 'gamma'];
const STATUS_FILE = 'projects/gamma/state.md';
const FILES = ['notes.md', 'projects/alpha/state.md', 'projects/beta/tasks.md', 'profile.md', 'list.txt'];

export const marksIn = (text: string | null): string[] => text?.match(/m\d+z/g) ?? [];

/** One random thing that a person or a program does on one machine. */
export async function operate(operating: Operating): Promise<void> {
  const { service, dice, ledger } = operating;
  const names = Object.keys(service === null ? BY_HAND : { ...BY_HAND, ...THROUGH_DOORS });
  const name = names[dice(names.length)]!;
  const isDone = await { ...BY_HAND, ...THROUGH_DOORS }[name]!(operating);
  if (isDone) ledger.counts[name] = (ledger.counts[name] ?? 0) + 1;
}

type Operation = (operating: Operating) => boolean | Promise<boolean>;

const BY_HAND: Record<string, Operation> = {
  insert: (operating) => edit(operating, (lines, at, line) => lines.toSpliced(at, 0, line)),
  append: (operating) => edit(operating, (lines, _, line) => [...lines, line]),
  replace: (operating) =>
    edit(operating, (lines, at, _, mark) => lines.with(Math.min(at, lines.length - 1), `Opening: ${mark}`)),
  day: (operating) =>
    edit(operating, (lines, _, __, mark) => [
      `# 2026-11-${10 + operating.dice(19)}`,
      '',
      `## Entry ${mark}`,
      '',
      ...lines,
    ]),
  /** The line that two machines change most often while they can't reach each other. */
  status: (operating) =>
    edit(
      operating,
      (lines, _, __, mark) => {
        const at = lines.findIndex((line) => line.startsWith('Status: '));
        return at < 0 ? [`Status: ${mark}`, '', ...lines] : lines.with(at, `Status: ${mark}`);
      },
      STATUS_FILE,
    ),
  create({ machine, mark, ledger }) {
    machine.edit(`bucket/${mark}.md`, () => `Text ${mark}\n`);
    ledger.written.add(mark);
    return true;
  },
  rename(operating) {
    const path = fileOf(operating);
    if (path === null || operating.dice(2) === 0) return false;
    operating.machine.rename(path, `moved/${operating.mark}.md`);
    return true;
  },
  remove({ machine, dice, ledger, ...rest }) {
    const path = fileOf({ machine, dice, ledger, ...rest });
    if (path === null || dice(3) > 0) return false;
    takenByHand(ledger, marksIn(machine.read(path)));
    machine.remove(path);
    return true;
  },
};

const THROUGH_DOORS: Record<string, Operation> = {
  async update({ service, dice, mark, ledger }) {
    const where = dice(5) === 0 ? 'Sans projet' : `Pour @${PROJECTS[dice(PROJECTS.length)]}`;
    const update = { text: `${where} : la note ${mark} du jour.`, id: mark };
    if ((await ask(service!, 'POST', '/api/update', update)) === null) return false;
    ledger.written.add(mark);
    return true;
  },
  async tool({ service, dice, mark, ledger }) {
    const input = { path: FILES[dice(FILES.length)]!, content: `- item ${mark}` };
    const answer = await ask(service!, 'POST', '/api/calls', { calls: [{ tool: 'append', input }] });
    const { outcomes = [] } = (answer ?? {}) as { outcomes?: { ok: boolean }[] };
    if (outcomes[0]?.ok !== true) return false;
    ledger.written.add(mark);
    return true;
  },
  async move(operating) {
    const from = fileOf(operating);
    if (from === null || operating.dice(2) === 0) return false;
    const to = `moved/${operating.mark}.md`;
    return (await ask(operating.service!, 'POST', '/api/files/move', { from, to })) !== null;
  },
  async undo({ service, dice, ledger }) {
    const listed = await ask(service!, 'POST', '/api/history/list', { limit: 40 });
    const entries = (listed as { entries: { id: string; source: string }[] } | null)?.entries ?? [];
    const entry = entries[dice(entries.length)];
    if (entry === undefined || ['sync', 'init'].includes(entry.source)) return false;
    const added = await rowsOf(service!, entry.id, '+');
    const answer = await send(service!, 'POST', '/api/history/undo', { id: entry.id });
    if (answer !== null && answer.status >= 300) return false;
    // A service that was killed before it answered may have done it.
    const removed = answer === null ? added : await rowsOf(service!, (answer.body as { id: string }).id, '-');
    for (const mark of removed.flatMap(marksIn)) ledger.removed.add(mark);
    return true;
  },
  async answer({ machine, service, dice, ledger }) {
    const reviews = machine.paths().filter((path) => /^inbox\/[^/]*-sync-[^/]*\/review\.md$/.test(path));
    const review = reviews[dice(reviews.length)];
    if (review === undefined) return false;
    const marks = marksIn(machine.read(review));
    const answer = { text: String(1 + dice(2)), inbox_ref: review.split('/')[1] };
    if ((await ask(service!, 'POST', '/api/update', answer)) === null) return false;
    for (const mark of marks) ledger.removed.add(mark);
    return true;
  },
};

type Change = (lines: string[], at: number, line: string, mark: string) => string[];

/** Changes lines of a file on the disk. */
function edit(
  { machine, dice, mark, ledger, ...rest }: Operating,
  change: Change,
  of: string | null = null,
): boolean {
  const known = fileOf({ machine, dice, mark, ledger, ...rest });
  const path = of ?? (known !== null && dice(4) > 0 ? known : FILES[dice(FILES.length)]!);
  const line = [`- item ${mark}`, `Deadline: ${mark}`, `A sentence about ${mark}.`, `| a | ${mark} |`][
    dice(4)
  ]!;
  let after = '';
  const before = machine.edit(path, (text) => {
    const head = /^---\n[\s\S]*?\n---\n/.exec(text)?.[0] ?? '';
    const lines = text.slice(head.length).split('\n');
    after = head + change(lines, dice(lines.length + 1), line, mark).join('\n');
    return after;
  });
  const left = new Set(marksIn(after));
  takenByHand(
    ledger,
    marksIn(before).filter((found) => !left.has(found)),
  );
  ledger.written.add(mark);
  return true;
}

function takenByHand(ledger: Ledger, marks: readonly string[]): void {
  for (const mark of marks) {
    ledger.removed.add(mark);
    ledger.removedByHand.add(mark);
  }
}

/** One of the files that are no question. */
function fileOf({ machine, dice }: Operating): string | null {
  const paths = machine.paths().filter((path) => !path.startsWith('inbox/') && path !== 'overview.md');
  return paths[dice(paths.length)] ?? null;
}

/** The rows of an entry's diff that were added, or removed. */
async function rowsOf(service: Running, id: string, sign: '+' | '-'): Promise<string[]> {
  const shown = (await ask(service, 'POST', '/api/history/show', { id })) as { diff: string } | null;
  return shown?.diff.split('\n').filter((row) => row.startsWith(sign)) ?? [];
}

/** The answer; null where it was refused, or where the service is gone. */
async function ask(service: Running, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await send(service, method, path, body);
  return answer !== null && answer.status < 300 ? answer.body : null;
}

/** The answer, also one that refuses; null where the service is gone. */
async function send(service: Running, method: string, path: string, body?: object) {
  try {
    return await service.request(method, path, body);
  } catch {
    return null;
  }
}
