import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { showAddress } from '../../../shared/address.js';
import { RappelError } from '../../../shared/errors.js';

export interface Download {
  url: string;
  /** The path of the file; a partial download is beside it and ends in `.part`. */
  to: string;
  /** The expected checksum, if it is known. */
  sha256?: string;
  signal?: AbortSignal;
  onProgress?(done: number, total: number | null): void;
}

/** How large the file behind an address is; null where the server does not say. */
export async function sizeOf(url: string, signal?: AbortSignal): Promise<number | null> {
  const response = await ask(url, { method: 'HEAD', ...(signal && { signal }) });
  const length = response.headers.get('content-length');
  return length === null ? null : Number(length);
}

/** Downloads a large file. An interrupted download continues where it stopped; only a complete file gets its name. */
export async function download({ url, to, ...rest }: Download): Promise<void> {
  const { sha256, signal, onProgress } = rest;
  const part = partOf(url, to);
  mkdirSync(dirname(to), { recursive: true });
  const had = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  const headers: Record<string, string> = had > 0 ? { range: `bytes=${had}-` } : {};
  const response = await ask(url, { headers, ...(signal && { signal }) }, had > 0 ? [416] : []);
  if (response.status === 416) {
    await response.body?.cancel();
    if (response.headers.get('content-range') !== `bytes */${had}`) {
      // We have more than the file: it was replaced.
      rmSync(part);
      return download({ url, to, ...rest });
    }
  } else {
    // A server without ranges sends the whole file.
    const start = response.status === 206 ? had : 0;
    const length = response.headers.get('content-length');
    const total = length === null ? null : start + Number(length);
    let done = start;
    const file = await open(part, start > 0 ? 'a' : 'w');
    try {
      for await (const bytes of response.body ?? []) {
        await file.writeFile(bytes);
        done += bytes.length;
        onProgress?.(done, total);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw broken(url, error);
    } finally {
      await file.close();
    }
    if (total !== null && done !== total) throw broken(url, null);
  }
  if (sha256 !== undefined && (await sha256Of(part)) !== sha256.toLowerCase()) {
    rmSync(part, { force: true });
    throw new RappelError(
      'invalid_input',
      `${showAddress(url)}: the downloaded file has another checksum; it was removed`,
      {
        hint: 'Check the address and the checksum.',
      },
    );
  }
  renameSync(part, to);
}

/** Files of the same name from elsewhere are not mixed. */
function partOf(url: string, to: string): string {
  return `${to}.${createHash('sha256').update(url).digest('hex').slice(0, 8)}.part`;
}

async function ask(url: string, init: RequestInit, alsoFine: readonly number[] = []): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new RappelError('io', `${showAddress(url)} can't be reached`, {
      hint: 'Check the address and the network, then run the same command again.',
      cause: error,
    });
  }
  if (response.ok || alsoFine.includes(response.status)) return response;
  await response.body?.cancel();
  throw new RappelError('not_found', `${showAddress(url)} answered ${response.status}`, {
    hint: 'Check the address.',
  });
}

function broken(url: string, cause: unknown): RappelError {
  const why =
    (cause as NodeJS.ErrnoException | null)?.code === 'ENOSPC'
      ? 'the disk is full'
      : 'the connection broke off';
  return new RappelError('io', `${showAddress(url)}: ${why}`, {
    hint: 'Run the same command again: it continues where it stopped.',
    cause,
  });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}
