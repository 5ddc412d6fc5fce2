import type { Route } from '../agents/librarian/routing/route.js';
import type { Memory } from '../memory/memory.js';
import { isWaiting, type UpdateStatus } from '../service/updates/update-status.js';
import type { Invocation } from './command.js';
import { retryLines } from './show-retry.js';

/** Its status; once it is over, with `--wait`, or where this process files it before it ends. */
export async function followUpdate(
  invocation: Invocation,
  memory: Memory,
  id: string,
): Promise<UpdateStatus> {
  const waits = invocation.flag('wait') || !(await memory.isServed());
  return waits ? memory.updates.follow(id, () => {}) : memory.updates.find(id);
}

/** What was done with an update, or why it failed; with its route, where that was asked for. */
export function showUpdate(invocation: Invocation, status: UpdateStatus, route: Route | null = null): void {
  const { terminal } = invocation;
  const say = SAY[invocation.settings().language];
  const facts = { ok: status.state !== 'failed', ...status, ...(route !== null && { route }) };
  if (route !== null && !invocation.flag('json')) terminal.out(routeLines(route, say).join('\n'));
  if (invocation.flag('json')) terminal.out(JSON.stringify(facts));
  else if (isWaiting(status.state))
    terminal.out([say.accepted(status.id), ...waitLines(status, say)].join('\n'));
  else if (status.state !== 'failed')
    terminal.out(
      [status.summary ?? '', ...status.files.map((file) => `  ${file}`), ...questionLines(status, say)].join(
        '\n',
      ),
    );
  if (status.state !== 'failed') return;
  terminal.err(`[error] ${say.failed(status.id, status.reason ?? '')}`);
  terminal.fail(1);
}

function waitLines({ id, retry }: UpdateStatus, say: Words): string[] {
  return retry === undefined ? [] : [say.waits(retryLines(retry).join('\n')), say.tryNow(id)];
}

const MOST_CANDIDATES = 3;

/** The likeliest projects, each with what speaks for it. */
function routeLines({ candidates }: Route, say: Words): string[] {
  if (candidates.length === 0) return [say.noProject, ''];
  const lines = candidates.slice(0, MOST_CANDIDATES).map(({ project, probability, reasons }) => {
    const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
    return `${project} (${Math.round(100 * probability)} %)${why}`;
  });
  return [...lines, ''];
}

/** What it asks, and how to answer here. */
function questionLines({ question, inbox }: UpdateStatus, say: Words): string[] {
  if (question === undefined) return [];
  return [
    '',
    question.text,
    ...question.choices.map(({ id, label }) => `  ${id}. ${label}`),
    say.toAnswer(inbox ?? ''),
  ];
}

/** The words around what Rappel says of an update, which is in the language of its text. */
export const SAY = {
  en: {
    accepted: (id: string) => `Accepted: ${id}`,
    failed: (id: string, reason: string) =>
      `${id} failed: ${reason}\nIts input is kept. To try it again: rappel retry ${id}`,
    waits: (why: string) => `It waits for the model: ${why}`,
    tryNow: (id: string) => `To try it now: rappel retry ${id}`,
    noProject: 'There is no project yet.',
    toAnswer: (item: string) => `To answer: rappel inbox ${item} 1 (or in your own words)`,
  },
  fr: {
    accepted: (id: string) => `Accepté : ${id}`,
    failed: (id: string, reason: string) =>
      `${id} a échoué : ${reason}\nLe texte est conservé. Pour réessayer : rappel retry ${id}`,
    waits: (why: string) => `En attente du modèle : ${why}`,
    tryNow: (id: string) => `Pour réessayer maintenant : rappel retry ${id}`,
    noProject: "Il n'y a pas encore de projet.",
    toAnswer: (item: string) => `Pour répondre : rappel inbox ${item} 1 (ou avec vos mots)`,
  },
} as const;

type Words = (typeof SAY)[keyof typeof SAY];
