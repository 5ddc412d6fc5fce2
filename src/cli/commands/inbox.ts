import type { Memory } from '../../memory/memory.js';
import type { LoadedInboxItem } from '../../service/updates/inbox.js';
import { RappelError } from '../../shared/errors.js';
import { ask } from '../ask.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { followUpdate, showUpdate, toAnswer } from '../show-update.js';

export const inbox: Command = {
  summary: 'Answer the questions that wait for you.',
  usage: '[N | ITEM] [ANSWER...]',
  arguments: { least: 0, most: Number.POSITIVE_INFINITY },
  options: { dismiss: { value: true, summary: 'close the question and delete what it is about' } },
  examples: ['rappel inbox', 'rappel inbox 2 1', 'rappel inbox 2 "it is a task for Tidewater"'],
  async run(invocation) {
    const { terminal } = invocation;
    const [which, ...words] = invocation.arguments;
    const answer = invocation.flag('dismiss') ? 'delete' : words.join(' ').trim();
    if (which === undefined && invocation.flag('dismiss')) throw new UsageError('usage.dismiss');
    await withMemory(invocation, async (memory) => {
      if (which !== undefined && answer !== '') {
        const { item } = await itemOf(memory, which);
        const { id } = await memory.run('update', { text: answer, inbox_ref: item });
        showUpdate(invocation, await followUpdate(invocation, memory, id));
        return;
      }
      const items = which === undefined ? await allItems(memory) : [await itemOf(memory, which)];
      const isWalked = which === undefined && terminal.interactive && items.length > 0;
      invocation.report({ items }, () => {
        if (!isWalked) list(invocation, items);
      });
      if (isWalked && !invocation.flag('json')) await walk(invocation, memory, items);
    });
  },
};

function list({ terminal }: Invocation, items: readonly LoadedInboxItem[]): void {
  if (items.length === 0) {
    terminal.out(terminal.say`No questions: the inbox is empty.`);
    return;
  }
  terminal.out(items.map((one) => shown(one, terminal.colour)).join('\n\n'));
  terminal.out(`\n${toAnswer(String(items[0]!.number), terminal.say)}`);
}

/** Asks the person at the terminal one question after the other; an unclear answer is asked again. */
async function walk(
  invocation: Invocation,
  memory: Memory,
  items: readonly LoadedInboxItem[],
): Promise<void> {
  const { terminal } = invocation;
  const prompt = terminal.say`Your answer (number or words; Enter skips, q quits):`;
  let isAsked = false;
  for (const [index, one] of items.entries()) {
    terminal.out(`${isAsked ? '\n' : ''}${shown(one, terminal.colour)}`);
    for (let isOpen = true; isOpen; ) {
      const answer = await ask(`${prompt} `);
      // Nobody can type: the rest is listed.
      if (answer === null) return list(invocation, items.slice(index + 1));
      isAsked = true;
      if (/^(?:q|quit|quitter)$/i.test(answer)) return;
      if (answer === '' || /^(?:s|skip|passer)$/i.test(answer)) break;
      const { id } = await memory.run('update', { text: answer, inbox_ref: one.item });
      const status = await memory.run('updates/follow', { id });
      if (status.state === 'needs_answer') terminal.out(status.summary ?? '');
      else showUpdate(invocation, status);
      isOpen = status.state === 'needs_answer';
    }
  }
}

async function allItems(memory: Memory): Promise<LoadedInboxItem[]> {
  const { items: listed } = await memory.run('inbox/list');
  return Promise.all(listed.map(({ item }) => memory.run('inbox/read', { item })));
}

/** By its number or its name. Throws `not_found`. */
async function itemOf(memory: Memory, which: string): Promise<LoadedInboxItem> {
  const { items: listed } = await memory.run('inbox/list');
  const found = listed.find(({ item, number }) => item === which || String(number) === which);
  if (found === undefined) throw new RappelError('not_found', 'question.unknown', { id: which });
  return memory.run('inbox/read', { item: found.item });
}

function shown(item: LoadedInboxItem, colour: boolean): string {
  const title = `${item.number}. ${item.question}`;
  const lines = [
    colour ? bold(title) : title,
    ...(item.excerpt === '' ? [] : [`   ${item.excerpt}`]),
    ...item.choices.map(({ id, label }) => `     ${id}. ${label}`),
    colour ? dim(`   ${item.path}`) : `   ${item.path}`,
  ];
  return lines.join('\n');
}
