import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { KINDS } from '../../agents/clerk/kinds.js';
import type { UpdateImage } from '../../agents/update.js';
import { updateImage } from '../../agents/update-image.js';
import { encodeImage } from '../../operations/calls.js';
import type { InputOf } from '../../operations/list.js';

import { RappelError } from '../../shared/errors.js';
import { imageInfo } from '../../vault/images.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { followUpdate, showUpdate } from '../show-update.js';
import { textOfInput } from '../terminal.js';

export const update: Command = {
  summary: 'Remember a text: it is saved at once, then filed.',
  usage: '[TEXT | -]',
  arguments: { least: 0, most: Number.POSITIVE_INFINITY },
  options: {
    image: { value: 'FILE', summary: 'an image to add; may be given several times' },
    project: { value: 'NAME', summary: 'the project it belongs to; "" for none' },
    kind: { value: 'KIND', summary: `what it is: ${KINDS.join(', ')}`, choices: KINDS },
    title: { value: 'TEXT', summary: 'a heading for it' },
    due: { value: 'DAY', summary: 'when it is due, like 2025-07-14' },
    replaces: { value: 'LINE', summary: 'the line it corrects or the task it ends: words, or path:line' },
    session: { value: 'PATH', summary: 'a captured session in the vault to draw from, instead of a text' },
    inbox: { value: 'ITEM', summary: 'the inbox item to answer' },
    id: { value: 'ID', summary: 'an id of your own: the same id is saved only once' },
    wait: { value: true, summary: 'wait until the text is filed' },
    explain: { value: true, summary: 'also show which projects it may belong to, and why' },
  },
  examples: [
    'rappel update "Le prestataire ne livre pas avant juin"',
    'rappel update - < mail.txt',
    'rappel update "The whiteboard" --image board.jpg',
    'rappel update "Launch on 28 July" --kind correction --replaces "2025-07-21: launch"',
  ],
  async run(invocation) {
    const input = await inputOf(invocation);
    await withMemory(invocation, async (memory) => {
      const route = invocation.flag('explain') ? await memory.run('route', { text: input.text }) : null;
      const { id } = await memory.run('update', input);
      showUpdate(invocation, await followUpdate(invocation, memory, id), route);
    });
  },
};

async function inputOf(invocation: Invocation): Promise<InputOf<'update'>> {
  const id = invocation.text('id') ?? null;
  const path = invocation.text('session');
  if (path !== undefined) return { text: '', session: { path }, id };
  const { arguments: words } = invocation;
  const argument = words.length === 0 ? undefined : words.join(' ');
  const named = invocation.texts('image').map((file) => updateImage(basename(file), readImage(file)));
  const isPiped = argument === '-' || (argument === undefined && named.length === 0);
  const piped = isPiped ? await pipedInput(invocation) : { text: argument ?? '', images: [] };
  const { text } = piped;
  const images = [...named, ...piped.images];
  if (text.trim() === '' && images.length === 0) throw new UsageError('usage.nothing_to_remember');
  return {
    text,
    images: images.map(encodeImage),
    inbox_ref: invocation.text('inbox') ?? null,
    project: invocation.text('project') ?? null,
    kind: KINDS.find((kind) => kind === invocation.text('kind')) ?? null,
    title: invocation.text('title') ?? null,
    due: invocation.text('due') ?? null,
    replaces: invocation.text('replaces') ?? null,
    id,
  };
}

/** Standard input is a text or an image. */
async function pipedInput({ terminal }: Invocation): Promise<{ text: string; images: UpdateImage[] }> {
  const bytes = await terminal.inputBytes();
  if (imageInfo(bytes) !== null) return { text: '', images: [updateImage('image', bytes)] };
  return { text: textOfInput(bytes), images: [] };
}

function readImage(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new RappelError('not_found', 'file.unreadable', { file });
  }
}
