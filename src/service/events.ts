/** Something that happened, for clients that watch. `id` counts up within one run of the service. */
export interface ServiceEvent {
  id: number;
  type: string;
  data: unknown;
}

export interface EventBus {
  publish(type: string, data: unknown): void;
  /** Calls `listener` for every event from now on; returns the way to stop. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
  /** What happened after an event, or null where that is no longer known and the client must load anew. */
  since(id: number): ServiceEvent[] | null;
  readonly last: number;
}

/** Remembers the latest events, so that a client that comes back misses nothing. */
export function createEventBus(remembered = 2_000): EventBus {
  const listeners = new Set<(event: ServiceEvent) => void>();
  let recent: ServiceEvent[] = [];
  let last = 0;

  return {
    publish(type, data) {
      const event = { id: ++last, type, data };
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
      if (id > last) return null;
      const first = recent[0]?.id ?? last + 1;
      return id + 1 < first ? null : recent.filter((event) => event.id > id);
    },
    get last() {
      return last;
    },
  };
}
