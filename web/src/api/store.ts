import { useSyncExternalStore } from 'react';
import { storageKey } from './base.js';

/** A value that parts of the page watch. */
export interface Store<Value> {
  get(): Value;
  set(next: Value | ((current: Value) => Value)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === 'function' ? (next as (current: Value) => Value)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store that outlives the page. A browser that keeps nothing (private mode, full disk) loses nothing else. */
export function createKeptStore<Value>(name: string, initial: Value): Store<Value> {
  const key = storageKey(name);
  const store = createStore(read(key, initial));
  store.subscribe(() => {
    try {
      localStorage.setItem(key, JSON.stringify(store.get()));
    } catch {}
  });
  return store;
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Value);
  } catch {
    return initial;
  }
}
