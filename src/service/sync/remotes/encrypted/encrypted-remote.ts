import { z } from 'zod';
import { newId } from '../../../../shared/ids.js';
import type { Repository } from '../../../history/private-git-dir.js';
import { parseStored } from '../../../state/stored-fields.js';
import { commonCommit, hasCommit } from '../../read-log.js';
import { MOST_MACHINES, readMachine } from '../machines.js';
import { receivePack, sendPack } from '../packs.js';
import type { MachineStatus, Remote } from '../remote.js';
import type { FileStore } from './file-store.js';
import { damaged, type Seal } from './seal.js';

/** After so many pushes everything is sent as one pack: a machine that joins opens few files, and old ones go. */
const MOST_PUSHES = 100;
const MOST_TEXT_BYTES = 64 * 1024;

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const schema = z.object({
  number: z.int().positive(),
  head: commit,
  /** The commit that the pack begins after; null if it has everything. */
  base: commit.nullable(),
  pack: z.string().regex(/^p-[0-9a-f]{10}$/),
});
type Push = z.infer<typeof schema>;

/**
 * A remote that sees only encrypted files: for each push a pack, and a small file that names it with the head. The number of
 * the push is in its name, so that of two machines only one makes the next.
 */
export function openEncryptedRemote(store: FileStore, seal: Seal): Remote {
  const name = `${store.name} (encrypted)`;

  /** What was read last: while nothing happens, the same file is read again and again, and decrypting it is slow. */
  let last: { sealed: Buffer; text: string } | null = null;

  async function read(file: string): Promise<string> {
    const sealed = await store.read(file, (content) => allOf(content));
    if (last?.sealed.equals(sealed)) return last.text;
    const text = (await allOf(seal.decrypt(pieces(sealed)))).toString('utf8');
    last = { sealed, text };
    return text;
  }

  async function allOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of content) {
      bytes += part.length;
      if (bytes > MOST_TEXT_BYTES) throw damaged(store.name, null);
      parts.push(part);
    }
    return Buffer.concat(parts, bytes);
  }

  async function readPush(number: number): Promise<Push> {
    const push = parseStored(schema, await read(nameOf(number)));
    // Another file in its place has another number.
    if (push?.number !== number) throw damaged(store.name, null);
    return push;
  }

  async function numbers(): Promise<number[]> {
    const found = (await store.list()).flatMap((file) => /^h-(\d{8})$/.exec(file)?.[1] ?? []);
    return found.map(Number).sort((a, b) => a - b);
  }

  async function newest(): Promise<Push | null> {
    const last = (await numbers()).at(-1);
    return last === undefined ? null : readPush(last);
  }

  /** The pushes from the one that a machine needs first, oldest first. */
  async function pushesAfter(head: string, from: Repository): Promise<Push[]> {
    const pushes: Push[] = [];
    let push = await newest();
    while (push !== null && push.head !== head) push = await readPush(push.number - 1);
    while (push !== null) {
      pushes.unshift(push);
      if (push.base === null || (await hasCommit(from, push.base))) return pushes;
      push = await readPush(push.number - 1);
    }
    throw damaged(store.name, null);
  }

  async function put(machine: MachineStatus): Promise<void> {
    const content = () => seal.encrypt(pieces(Buffer.from(JSON.stringify(machine))));
    await store.put({ name: `m-${machine.id}`, content });
  }

  return {
    name,
    askEveryMs: store.askEveryMs,
    head: async () => (await newest())?.head ?? null,
    async machines() {
      const files = (await store.list()).filter((file) => file.startsWith('m-')).slice(0, MOST_MACHINES);
      const texts: string[] = [];
      for (const file of files) texts.push(await read(file));
      return texts.flatMap((text) => readMachine(text) ?? []);
    },
    async fetch(head, _known, into) {
      for (const { pack } of await pushesAfter(head, into))
        await store.read(pack, (content) => receivePack(() => seal.decrypt(content), into));
    },
    async push({ from, head, expected, machine }) {
      const before = await store.list();
      const last = await newest();
      if ((last?.head ?? null) !== expected) return false;
      const number = (last?.number ?? 0) + 1;
      const isOnTop =
        expected !== null &&
        (await hasCommit(from, expected)) &&
        (await commonCommit(from, head, expected)) === expected;
      const base = isOnTop && number % MOST_PUSHES !== 0 ? expected : null;
      const made: Push = { number, head, base, pack: `p-${newId()}` };
      const isAdded = await store.add([
        { name: made.pack, content: () => seal.encrypt(sendPack(from, head, base)) },
        { name: nameOf(number), content: () => seal.encrypt(pieces(Buffer.from(JSON.stringify(made)))) },
      ]);
      if (!isAdded) return false;
      // What was there before this push: no machine can still be in the middle of it.
      if (base === null) await store.remove(before.filter((file) => /^[hp]-/.test(file)));
      await put(machine);
      return true;
    },
    async report(machine) {
      if ((await numbers()).length > 0) await put(machine);
    },
  };
}

function nameOf(number: number): string {
  return `h-${String(number).padStart(8, '0')}`;
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
