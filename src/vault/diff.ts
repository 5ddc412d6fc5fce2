/** A unified diff of two texts, given as shown lines, with 2 lines of context; empty where they are equal. */
export function unifiedDiff(
  path: string,
  before: readonly string[],
  after: readonly string[],
  same: (a: string, b: string) => boolean = (a, b) => a === b,
): string {
  const steps = compare(before, after, same);
  const out = [`--- ${path}`, `+++ ${path}`];
  for (const [start, end] of hunks(steps)) {
    const part = steps.slice(start, end);
    const first = part[0]!;
    const oldCount = part.filter((step) => step.sign !== '+').length;
    const newCount = part.filter((step) => step.sign !== '-').length;
    out.push(`@@ -${range(first.oldLine, oldCount)} +${range(first.newLine, newCount)} @@`);
    for (const step of part) out.push(step.sign + step.text);
  }
  return out.length === 2 ? '' : out.join('\n');
}

interface Step {
  sign: ' ' | '-' | '+';
  text: string;
  /** The line that comes next on either side, 1-based. */
  oldLine: number;
  newLine: number;
}

const CONTEXT = 2;

function compare(
  before: readonly string[],
  after: readonly string[],
  same: (a: string, b: string) => boolean,
): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && same(before[head]!, after[head]!)) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && same(before[before.length - 1 - tail]!, after[after.length - 1 - tail]!)) tail++;

  const steps: Step[] = [];
  const from = Math.max(0, head - CONTEXT);
  let oldLine = from + 1;
  let newLine = from + 1;
  const push = (sign: Step['sign'], text: string) => {
    steps.push({ sign, text, oldLine, newLine });
    if (sign !== '+') oldLine++;
    if (sign !== '-') newLine++;
  };
  for (let i = from; i < head; i++) push(' ', after[i]!);
  changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail), same, push);
  for (let i = 0; i < Math.min(tail, CONTEXT); i++) push(' ', after[after.length - tail + i]!);
  return steps;
}

/** The longest common subsequence decides; where the table would be huge, all old lines go and all new ones come. */
function changed(
  before: string[],
  after: string[],
  same: (a: string, b: string) => boolean,
  push: (sign: Step['sign'], text: string) => void,
): void {
  const width = after.length + 1;
  if (before.length * width > 1_000_000) {
    for (const line of before) push('-', line);
    for (const line of after) push('+', line);
    return;
  }
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = same(before[i]!, after[j]!)
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && same(before[i]!, after[j]!)) {
      push(' ', after[j]!);
      i++;
      j++;
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      push('-', before[i++]!);
    } else {
      push('+', after[j++]!);
    }
  }
}

/** Runs of steps around the changes, joined where their context meets. */
function hunks(steps: readonly Step[]): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (const [index, step] of steps.entries()) {
    if (step.sign === ' ') continue;
    const last = found.at(-1);
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(steps.length, index + CONTEXT + 1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else found.push([start, end]);
  }
  return found;
}

/** `7,3`, `7` for one line, `6,0` for none: the form of `diff -u`. */
function range(first: number, count: number): string {
  if (count === 1) return String(first);
  return count === 0 ? `${first - 1},0` : `${first},${count}`;
}
