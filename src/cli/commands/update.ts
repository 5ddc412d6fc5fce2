import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { UpdateInput } from '../../agents/update.js';
import { updateImage } from '../../agents/update-image.js';
import { runningService } from '../../service/client.js';
import { createQueue, type UpdateStatus } from '../../service/queue.js';
import { retryAlone, updateAlone } from '../../service/update-alone.js';
import { RappelError } from '../../shared/errors.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openAgents } from '../open-agents.js';
import { openVault } from '../run-tools.js';

export const update: Command = {
  name: 'update',
  summary: 'Remember a text: it is saved at once, then filed.',
  usage: '[TEXT | -]',
  arguments: { least: 0, most: 1 },
  options: {
    image: { value: 'FILE', summary: 'an image to add to the text' },
    inbox: { value: 'ITEM', summary: 'the inbox item to answer' },
    id: { value: 'ID', summary: 'an id of your own: the same id is saved only once' },
    wait: { value: true, summary: 'wait until the text is filed' },
    retry: { value: 'ID', summary: 'file a failed or held update again, or all of them: --retry all' },
  },
  examples: ['rappel update "Le prestataire ne livre pas avant juin"', 'rappel update - < mail.txt'],
  async run(invocation) {
    if (invocation.text('retry') !== undefined) return retry(invocation, invocation.text('retry')!);
    const input = await inputOf(invocation);
    const { vault } = openVault(invocation);
    const service = runningService(vault.root);
    const id = invocation.text('id');
    if (service === null) {
      show(invocation, await updateAlone(vault, process.env, await openAgents(invocation), input, id));
      return;
    }
    const body = {
      text: input.text,
      images: input.images.map(({ name, mediaType, bytes }) => ({
        name,
        media_type: mediaType,
        data: bytes.toString('base64'),
      })),
      inbox_ref: input.inboxRef,
      id: id ?? null,
    };
    const accepted = (await service.request('POST', '/api/update', body)) as { id: string };
    show(invocation, await follow(invocation, service, accepted.id));
  },
};

async function retry(invocation: Invocation, given: string): Promise<void> {
  if (invocation.arguments.length > 0) throw new UsageError('--retry takes no text: the update has its own');
  const { vault } = openVault(invocation);
  const failed = createQueue(vault)
    .list()
    .filter(({ state }) => state === 'failed');
  const ids = given === 'all' ? failed.map(({ id }) => id) : [given];
  const service = runningService(vault.root);
  if (service === null) {
    for (const status of await retryAlone(vault, process.env, await openAgents(invocation), ids))
      show(invocation, status);
    return;
  }
  for (const id of ids) await service.request('POST', `/api/updates/${id}/retry`, {});
  for (const id of ids) show(invocation, await follow(invocation, service, id));
}

type RunningService = NonNullable<ReturnType<typeof runningService>>;

/** Its status; once it is over, with `--wait`. */
async function follow(invocation: Invocation, service: RunningService, id: string): Promise<UpdateStatus> {
  for (;;) {
    const status = (await service.request('GET', `/api/updates/${id}`)) as UpdateStatus;
    const isOpen = status.state === 'accepted' || status.state === 'running';
    if (!isOpen || !invocation.flag('wait')) return status;
    await wait(100);
  }
}

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
  return { text, images, inboxRef: invocation.text('inbox') ?? null };
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

function show(invocation: Invocation, status: UpdateStatus): void {
  const { terminal } = invocation;
  if (invocation.flag('json')) terminal.out(JSON.stringify({ ok: status.state !== 'failed', ...status }));
  else if (status.state === 'accepted' || status.state === 'running') terminal.out(`Accepted: ${status.id}`);
  else if (status.state !== 'failed')
    terminal.out([status.summary ?? '', ...status.files.map((file) => `  ${file}`)].join('\n'));
  if (status.state !== 'failed') return;
  terminal.err(
    `[error] ${status.id} failed: ${status.reason}\nIts input is kept. To try it again: rappel update --retry ${status.id}`,
  );
  terminal.fail(1);
}
