import { newId } from '../../shared/ids.js';

/** Something that happened, for clients that watch. Ids of one run of the service begin alike and count up. */
export interface ServiceEvent {
  id: string;
  type: string;
  data: unknown;
}

export interface EventBus {
  publish(type: string, data: unknown): void;
  /** Calls `listener` for every event from now on; returns the way to stop. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
  /**
   * What happened after an event, or null where that is no longer known (it is too long ago, or of another run) and the
   * client must load anew.
   */
  since(id: string): ServiceEvent[] | null;
  readonly last: string;
}

/** Remembers the latest events, so that a client that comes back misses nothing. */
export function createEventBus(remembered = 2_000): EventBus {
  const run = newId();
  const listeners = new Set<(event: ServiceEvent) => void>();
  let recent: ServiceEvent[] = [];
  let count = 0;

  return {
    publish(type, data) {
      const event = { id: `${run}-${++count}`, type, data };
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
