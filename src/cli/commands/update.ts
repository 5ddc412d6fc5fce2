import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { KINDS, type Kind } from '../../agents/librarian/kinds/kind.js';
import type { UpdateInput } from '../../agents/update.js';
import { updateImage } from '../../agents/update-image.js';
import { RappelError } from '../../shared/errors.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { followUpdate, showUpdate } from '../show-update.js';

export const update: Command = {
  name: 'update',
  summary: 'Remember a text: it is saved at once, then filed.',
  usage: '[TEXT | -]',
  arguments: { least: 0, most: 1 },
  options: {
    image: { value: 'FILE', summary: 'an image to add to the text' },
    project: { value: 'NAME', summary: 'the project it belongs to; "" for none' },
    kind: { value: 'KIND', summary: `what it is: ${KINDS.join(', ')}` },
    inbox: { value: 'ITEM', summary: 'the inbox item to answer' },
    id: { value: 'ID', summary: 'an id of your own: the same id is saved only once' },
    wait: { value: true, summary: 'wait until the text is filed' },
    explain: { value: true, summary: 'also show which projects it may belong to, and why' },
  },
  examples: ['rappel update "Le prestataire ne livre pas avant juin"', 'rappel update - < mail.txt'],
  async run(invocation) {
    const input = await inputOf(invocation);
    await withMemory(invocation, async (memory) => {
      const route = invocation.flag('explain') ? await memory.updates.route(input.text) : null;
      const { id } = await memory.updates.add(input, invocation.text('id'));
      showUpdate(invocation, await followUpdate(invocation, memory, id), route);
    });
  },
};

async function inputOf(invocation: Invocation): Promise<UpdateInput> {
  const [argument] = invocation.arguments;
  const image = invocation.text('image');
  const text =
    argument === '-' || (argument === undefined && image === undefined)
      ? await invocation.terminal.input()
      : (argument ?? '');
  const images = image === undefined ? [] : [readImage(image)];
  if (text.trim() === '' && images.length === 0)
    throw new RappelError('invalid_input', 'nothing to remember: the text is empty');
  return {
    text,
    images,
    inbox_ref: invocation.text('inbox') ?? null,
    project: invocation.text('project') ?? null,
    kind: kindOf(invocation.text('kind')),
  };
}

function kindOf(given: string | undefined): Kind | null {
  if (given === undefined) return null;
  const kind = KINDS.find((name) => name === given);
  if (kind === undefined) throw new UsageError(`--kind: got ${given}, expected one of ${KINDS.join(', ')}`);
  return kind;
}

function readImage(file: string) {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new RappelError('not_found', `${file} can't be read`);
  }
  return updateImage(basename(file), bytes);
}
