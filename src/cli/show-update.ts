import type { Memory } from '../memory/memory.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import type { Invocation } from './command.js';

/** Its status; once it is over, with `--wait`, or where this process files it before it ends. */
export async function followUpdate(
  invocation: Invocation,
  memory: Memory,
  id: string,
): Promise<UpdateStatus> {
  const waits = invocation.flag('wait') || !(await memory.isServed());
  return waits ? memory.updates.follow(id, () => {}) : memory.updates.find(id);
}

/** What was done with an update, or why it failed. */
export function showUpdate(invocation: Invocation, status: UpdateStatus): void {
  const { terminal } = invocation;
  if (invocation.flag('json')) terminal.out(JSON.stringify({ ok: status.state !== 'failed', ...status }));
  else if (status.state === 'accepted' || status.state === 'running') terminal.out(`Accepted: ${status.id}`);
  else if (status.state !== 'failed')
    terminal.out(
      [status.summary ?? '', ...status.files.map((file) => `  ${file}`), ...questionLines(status)].join('\n'),
    );
  if (status.state !== 'failed') return;
  terminal.err(
    `[error] ${status.id} failed: ${status.reason}\nIts input is kept. To try it again: rappel update --retry ${status.id}`,
  );
  terminal.fail(1);
}

/** What it asks, and how to answer here. */
function questionLines({ question, inbox }: UpdateStatus): string[] {
  if (question === undefined) return [];
  return [
    '',
    question.text,
    ...question.choices.map(({ id, label }) => `  ${id}. ${label}`),
    `To answer: rappel inbox ${inbox} 1 (or in your own words)`,
  ];
}
