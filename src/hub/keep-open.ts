import { RappelError } from '../shared/errors.js';

/** Something that is opened when it is first asked for. */
export interface Openable {
  /** True while it works without anyone asking. */
  isBusy(): boolean;
  close(): Promise<void>;
}

export interface KeptOpen<Opened> {
  /** Opens it where it is closed; it stays open until `release`. Throws what opening it throws. */
  acquire(name: string): Promise<{ opened: Opened; release(): void }>;
  /** Without anyone who waits for it; for those that do, `acquire` says what failed. */
  open(name: string): void;
  names(): string[];
  /** Closes it now, whoever uses it. */
  close(name: string): Promise<void>;
  /** For good: what would be opened from now on would never be closed. */
  closeAll(): Promise<void>;
}

interface Entry<Opened> {
  opening: Promise<Opened>;
  opened: Opened | null;
  users: number;
  lastUsed: number;
}

/**
 * What is open, by name. Each is opened once, however many ask at once, and closed when nobody has used it for `idleMs`. `isAwaited`
 * tells whether somebody waits for it by now.
 */
export function keepOpen<Opened extends Openable>(
  open: (name: string, isAwaited: () => boolean) => Promise<Opened>,
  { idleMs, log }: { idleMs: number; log(name: string, error: unknown): void },
): KeptOpen<Opened> {
  const entries = new Map<string, Entry<Opened>>();
  /** A name is opened again after it was closed. */
  const closings = new Map<string, Promise<void>>();
  let isEnding = false;
  const sweeping = setInterval(sweep, Math.max(100, idleMs / 4));
  sweeping.unref();

  function sweep(): void {
    const now = performance.now();
    for (const [name, { opened, users, lastUsed }] of entries) {
      const isIdle = users === 0 && now - lastUsed >= idleMs;
      if (isIdle && opened !== null && !opened.isBusy()) void close(name);
    }
  }

  function entryOf(name: string): Entry<Opened> {
    const known = entries.get(name);
    if (known !== undefined) return known;
    if (isEnding) throw new RappelError('busy', 'service.stopping');
    const opening = (async () => {
      await closings.get(name);
      return open(name, () => entry.users > 0);
    })();
    const entry: Entry<Opened> = { opening, opened: null, users: 0, lastUsed: performance.now() };
    entries.set(name, entry);
    opening.then(
      (opened) => {
        entry.opened = opened;
      },
      () => entries.get(name) === entry && entries.delete(name),
    );
    return entry;
  }

  function close(name: string): Promise<void> {
    const entry = entries.get(name);
    if (entry === undefined) return closings.get(name) ?? Promise.resolve();
    entries.delete(name);
    const closing = entry.opening
      .then((opened) => opened.close())
      .catch((error) => log(name, error))
      .finally(() => closings.get(name) === closing && closings.delete(name));
    closings.set(name, closing);
    return closing;
  }

  return {
    async acquire(name) {
      const entry = entryOf(name);
      entry.users++;
      const release = () => {
        entry.users--;
        entry.lastUsed = performance.now();
      };
      try {
        return { opened: await entry.opening, release };
      } catch (error) {
        release();
        throw error;
      }
    },
    open(name) {
      if (!isEnding) entryOf(name).opening.catch(() => {});
    },
    names: () => [...entries.keys()],
    close,
    async closeAll() {
      isEnding = true;
      clearInterval(sweeping);
      await Promise.all([...new Set([...entries.keys(), ...closings.keys()])].map(close));
    },
  };
}
