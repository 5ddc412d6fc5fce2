import { z } from 'zod';
import { newId } from '../../../shared/ids.js';
import { parseStored } from '../../state/stored-fields.js';
import { askService, askServiceJson, notAService, whole } from './ask-service.js';
import { MOST_MACHINES, machineSchema, shownMachine } from './machines.js';
import { receivePack, sendPack } from './packs.js';
import {
  LONGEST_ANSWER_MS,
  LONGEST_EXCHANGE_MS,
  type Remote,
  type RemoteLimits,
  type Waiting,
} from './remote.js';

/** Small enough for a slow line, and below what a service takes in one request. */
const PART_BYTES = 4 * 1024 * 1024;

const answer = z.object({
  head: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  machines: z.array(machineSchema).max(MOST_MACHINES),
});

/** Another Rappel service, which keeps what its machines exchange beside its own vault. */
export function openServiceRemote(
  address: string,
  token: string | null,
  { answerWithinMs = LONGEST_ANSWER_MS, exchangeWithinMs = LONGEST_EXCHANGE_MS, signal }: RemoteLimits = {},
): Remote {
  const service = { address, token, answerWithinMs, exchangeWithinMs, ...(signal && { signal }) };

  const until = (end: AbortSignal) => ({
    ...service,
    signal: AbortSignal.any([end, ...(signal ? [signal] : [])]),
  });

  async function look(waiting?: Waiting) {
    const asked =
      waiting === undefined
        ? await askServiceJson(service, 'api/sync/shared')
        : await askServiceJson(until(waiting.signal), `api/sync/shared?unlike=${waiting.unlike ?? ''}`);
    const found = parseStored(answer, JSON.stringify(asked));
    if (found === null) throw notAService(address, 200);
    return found;
  }

  /** In parts, so that no request is large. */
  async function upload(pack: AsyncIterable<Buffer>): Promise<string> {
    const id = newId();
    let at = 0;
    for await (const bytes of inParts(pack, PART_BYTES)) {
      await askServiceJson(service, `api/sync/shared/packs/${id}?at=${at}`, { method: 'PUT', bytes });
      at += bytes.length;
    }
    return id;
  }

  return {
    name: address,
    // Each time it answers when it has news, or after a while.
    askEveryMs: 500,
    head: async (waiting) => (await look(waiting)).head,
    machines: async () => (await look()).machines.map(shownMachine),
    async fetch(head, known, into) {
      const since = known === null ? '' : `&known=${known}`;
      const pack = await askService(service, `api/sync/shared/pack?head=${head}${since}`, {
        isLong: true,
      });
      await receivePack(() => whole(pack, address), into);
    },
    async push({ from, head, expected, machine }) {
      const pack = await upload(sendPack(from, head, expected));
      const json = { pack, head, expected, machine };
      const { moved } = (await askServiceJson(service, 'api/sync/shared', { method: 'POST', json })) as {
        moved?: unknown;
      };
      return moved === true;
    },
    async report(machine) {
      await askServiceJson(service, 'api/sync/shared/machines', { method: 'POST', json: machine });
    },
  };
}

async function* inParts(pieces: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < size) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
