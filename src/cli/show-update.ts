import type { Route } from '../agents/clerk/routing/route.js';
import { followSoon, type Memory } from '../memory/memory.js';
import { isWaiting, type UpdateStatus } from '../service/updates/update-status.js';
import { saidIn } from '../words/message.js';
import type { Say } from '../words/say.js';
import type { Invocation } from './command.js';
import { retryLines } from './show-retry.js';

/** Its status: once it is over, with `--wait`, or where this process files it before it ends; else after a moment. */
export async function followUpdate(
  invocation: Invocation,
  memory: Memory,
  id: string,
): Promise<UpdateStatus> {
  return invocation.flag('wait') || !(await memory.isServed())
    ? memory.run('updates/follow', { id })
    : followSoon(memory, id);
}

/** What was done with an update, or why it failed; with its route, where that was asked for. */
export function showUpdate(invocation: Invocation, status: UpdateStatus, route: Route | null = null): void {
  const { terminal } = invocation;
  const { say } = terminal;
  const facts = { ok: status.state !== 'failed', ...status, ...(route !== null && { route }) };
  if (route !== null && !invocation.flag('json')) terminal.out(routeLines(route, say).join('\n'));
  if (invocation.flag('json')) terminal.out(JSON.stringify(facts));
  else if (isWaiting(status.state))
    terminal.out([say`Accepted: ${status.id}`, ...waitLines(status, say)].join('\n'));
  else if (status.state !== 'failed')
    terminal.out(
      [status.summary ?? '', ...status.files.map((file) => `  ${file}`), ...questionLines(status, say)].join(
        '\n',
      ),
    );
  if (status.state !== 'failed') return;
  terminal.err(
    say`[error] ${status.id} failed: ${status.error ? saidIn(say.messages, status.error) : say(status.reason ?? '')}`,
  );
  terminal.err(say`Its input is kept. To try it again: rappel retry ${status.id}`);
  terminal.fail(1);
}

function waitLines({ id, retry }: UpdateStatus, say: Say): string[] {
  if (retry === undefined) return [];
  return [
    say`It waits for the model: ${retryLines(retry, say).join('\n')}`,
    say`To try it now: rappel retry ${id}`,
  ];
}

const MOST_CANDIDATES = 3;

/** The likeliest projects, each with what speaks for it. */
function routeLines({ candidates }: Route, say: Say): string[] {
  if (candidates.length === 0) return [say`There is no project yet.`, ''];
  const lines = candidates.slice(0, MOST_CANDIDATES).map(({ project, probability, reasons }) => {
    const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
    return `${say`${project} (${Math.round(100 * probability)} %)`}${why}`;
  });
  return [...lines, ''];
}

/** What it asks, and how to answer here. */
function questionLines({ question, inbox }: UpdateStatus, say: Say): string[] {
  if (question === undefined) return [];
  return [
    '',
    question.text,
    ...question.choices.map(({ id, label }) => `  ${id}. ${label}`),
    toAnswer(inbox ?? '', say),
  ];
}

/** How to answer an item of the inbox. */
export function toAnswer(item: string, say: Say): string {
  return say`To answer: rappel inbox ${item} 1 (or in your own words)`;
}
