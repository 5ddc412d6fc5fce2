import { isText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import type { History, RecordedPlace } from '../history/history.js';

export type Texts = ReturnType<typeof createTexts>;

/** Enough for the versions of several files at once. */
const MOST_CHARACTERS = 32_000_000;

/**
 * The lines of files at the end of entries, as answers show them; null where there was no such text. Those read last are kept.
 * Not reentrant: one caller at a time.
 */
export function createTexts(history: Pick<History, 'readAt'>) {
  const known = new Map<string, string[] | null>();
  const requests = createRequests();
  let replies: AsyncIterator<Buffer | null> | undefined;
  let characters = 0;

  function keep(key: string, lines: string[] | null): void {
    known.set(key, lines);
    characters += sizeOf(lines);
    for (const [oldest, text] of known) {
      if (characters <= MOST_CHARACTERS || oldest === key) return;
      known.delete(oldest);
      characters -= sizeOf(text);
    }
  }

  return {
    /** `ahead` are read with it, because they are likely to be asked for next. */
    async lines(place: RecordedPlace, ahead: readonly RecordedPlace[] = []): Promise<string[] | null> {
      const found = known.get(keyOf(place));
      if (found !== undefined) return found;
      const wanted = new Map([place, ...ahead].map((one) => [keyOf(one), one]));
      for (const key of wanted.keys()) if (known.has(key)) wanted.delete(key);
      replies ??= history.readAt(requests)[Symbol.asyncIterator]();
      requests.add(wanted.values());
      let asked: string[] | null = null;
      for (const [key, one] of wanted) {
        const bytes: Buffer | null = (await replies.next()).value;
        const lines = bytes !== null && isText(bytes) ? shownLines(bytes.toString('utf8')) : null;
        if (one === place) asked = lines;
        keep(key, lines);
      }
      return asked;
    },
    async close(): Promise<void> {
      requests.end();
      await replies?.return?.();
    },
  };
}

function keyOf({ id, path }: RecordedPlace): string {
  return `${id} ${path}`;
}

function sizeOf(lines: readonly string[] | null): number {
  return (lines ?? []).reduce((sum, line) => sum + line.length + 1, 0);
}

/** Places to read, handed over when they are asked for. */
function createRequests() {
  const waiting: RecordedPlace[] = [];
  let isOver = false;
  let wake = () => {};
  return {
    add(places: Iterable<RecordedPlace>): void {
      waiting.push(...places);
      wake();
    },
    end(): void {
      isOver = true;
      wake();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<RecordedPlace> {
      for (;;) {
        yield* waiting.splice(0);
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (waiting.length > 0 || isOver) resolve();
        });
      }
    },
  };
}
