import { RappelError } from '../../../../shared/errors.js';

export interface Seal {
  encrypt(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** Throws `protected` for a file of another key, and `io` for one that is damaged. */
  decrypt(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/** A new key, as the tool `age` writes it. */
export async function makeKey(): Promise<string> {
  return (await import('age-encryption')).generateX25519Identity();
}

export function isKey(text: string): boolean {
  return /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/.test(text);
}

/** Encrypts in the format of `age`, with the key of a vault. `place` is where the files are, for errors. */
export function createSeal(key: string, place: string): Seal {
  return {
    async *encrypt(content) {
      const { Encrypter, identityToRecipient } = await import('age-encryption');
      const encrypter = new Encrypter();
      encrypter.addRecipient(await identityToRecipient(key));
      yield* bytesOf(await encrypter.encrypt(streamOf(content)));
    },
    async *decrypt(content) {
      const { Decrypter } = await import('age-encryption');
      const decrypter = new Decrypter();
      decrypter.addIdentity(key);
      try {
        yield* bytesOf(await decrypter.decrypt(streamOf(content)));
      } catch (error) {
        if (error instanceof RappelError) throw error;
        throw /no identity matched/.test(String(error)) ? wrongKey(place) : damaged(place, error);
      }
    },
  };
}

function streamOf(content: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  const parts = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>)
    yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}

function wrongKey(place: string): RappelError {
  return new RappelError('protected', 'sync.wrong_key', { place });
}

export function damaged(place: string, cause: unknown): RappelError {
  return new RappelError('io', 'sync.place_damaged', { place, cause });
}
