import type { Memory } from '../../memory/memory.js';
import type { LoadedInboxItem } from '../../service/updates/inbox.js';
import { RappelError } from '../../shared/errors.js';
import { type Command, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { followUpdate, showUpdate } from '../show-update.js';

export const inbox: Command = {
  summary: 'List the questions that wait for you, or answer one.',
  usage: '[N | ITEM] [ANSWER...]',
  arguments: { least: 0, most: Number.POSITIVE_INFINITY },
  options: { dismiss: { value: true, summary: 'close the question and delete what it is about' } },
  examples: ['rappel inbox', 'rappel inbox 2 1', 'rappel inbox 2 "it is a task for Tidewater"'],
  async run(invocation) {
    const { terminal } = invocation;
    const [which, ...words] = invocation.arguments;
    const answer = invocation.flag('dismiss') ? 'delete' : words.join(' ').trim();
    if (which === undefined && invocation.flag('dismiss'))
      throw new UsageError('--dismiss needs a question: rappel inbox 2 --dismiss');
    await withMemory(invocation, async (memory) => {
      if (which === undefined || answer === '') {
        const items = which === undefined ? await allItems(memory) : [await itemOf(memory, which)];
        if (invocation.flag('json'))
          terminal.out(JSON.stringify({ ok: true, items: items.map(({ item }) => item) }));
        else
          terminal.out(
            items.map((one) => shown(one, terminal.colour)).join('\n\n') ||
              'No questions: the inbox is empty.',
          );
        if (!invocation.flag('json') && items.length > 0)
          terminal.out(`\nTo answer: rappel inbox ${items[0]!.number} 1 (or in your own words)`);
        return;
      }
      const { item } = await itemOf(memory, which);
      const { id } = await memory.updates.add({ text: answer, images: [], inbox_ref: item.item });
      showUpdate(invocation, await followUpdate(invocation, memory, id));
    });
  },
};

interface Numbered {
  /** Its place in the list, from 1. */
  number: number;
  item: LoadedInboxItem;
}

async function allItems(memory: Memory): Promise<Numbered[]> {
  const listed = await memory.inbox.list();
  const items = await Promise.all(listed.map(({ item }) => memory.inbox.read(item)));
  return items.map((item, index) => ({ number: index + 1, item }));
}

/** By its number in the list or its name. Throws `not_found`. */
async function itemOf(memory: Memory, which: string): Promise<Numbered> {
  const listed = await memory.inbox.list();
  const index = listed.findIndex(({ item }, at) => item === which || String(at + 1) === which);
  if (index === -1)
    throw new RappelError('not_found', `there is no question "${which}"`, {
      hint: 'List them with: rappel inbox',
    });
  return { number: index + 1, item: await memory.inbox.read(listed[index]!.item) };
}

function shown({ number, item }: Numbered, colour: boolean): string {
  const title = `${number}. ${item.question}`;
  const lines = [
    colour ? bold(title) : title,
    ...(item.excerpt === '' ? [] : [`   ${item.excerpt}`]),
    ...item.choices.map(({ id, label }) => `     ${id}. ${label}`),
    colour ? dim(`   ${item.path}`) : `   ${item.path}`,
  ];
  return lines.join('\n');
}
