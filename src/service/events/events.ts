import { newId } from '../../shared/ids.js';

export interface FileChange {
  /** `vault/…` of a file, or of a folder that is gone. */
  path: string;
  exists: boolean;
}

/** Something that happened. `Events` names what can happen, with what is told of each. */
export type EventOf<Events> = {
  [Type in keyof Events]: { type: Type; data: Events[Type] };
}[keyof Events];

/** Ids of one run of the service begin alike and count up. */
export type StoredEvent<Events> = EventOf<Events> & { id: string };

export interface Publisher<Events> {
  publish<Type extends keyof Events>(type: Type, data: Events[Type]): void;
}

/** Tells clients that watch what happens. */
export interface EventBus<Events> extends Publisher<Events> {
  /** Calls `listener` for every event from now on; returns a function that stops it. */
  subscribe(listener: (event: StoredEvent<Events>) => void): () => void;
  /**
   * The events after an id, or null if they are no longer known (too old, or from another run) and the client must
   * reload.
   */
  since(id: string): StoredEvent<Events>[] | null;
  readonly last: string;
}

/** Keeps the latest events, so that a returning client misses nothing. */
export function createEventBus<Events>(remembered = 2_000): EventBus<Events> {
  const run = newId();
  const listeners = new Set<(event: StoredEvent<Events>) => void>();
  let recent: StoredEvent<Events>[] = [];
  let count = 0;

  return {
    publish(type, data) {
      // The signature pairs them; the compiler loses the pair inside.
      const event = { id: `${run}-${++count}`, type, data } as StoredEvent<Events>;
      recent.push(event);
      // Trimmed in large steps: shifting an array on every event would be slow.
      if (recent.length > 2 * remembered) recent = recent.slice(-remembered);
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(id) {
      const number = numberOf(id);
      const missing = number === null ? null : count - number;
      if (missing === null || missing < 0 || missing > recent.length) return null;
      return missing === 0 ? [] : recent.slice(-missing);
    },
    get last() {
      return `${run}-${count}`;
    },
  };

  function numberOf(id: string): number | null {
    const digits = id.startsWith(`${run}-`) ? id.slice(run.length + 1) : '';
    return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  }
}
