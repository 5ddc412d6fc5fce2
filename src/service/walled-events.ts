import { recordedPath, type VaultPath } from '../vault/paths.js';
import type { ServiceEvents } from './core.js';
import { createEventBus, type EventBus, type EventOf } from './events/events.js';
import { cutEntry } from './walls/walled-history.js';

interface Passing {
  key: string;
  isInside(path: VaultPath): boolean;
  isOwnUpdate(id: string): boolean;
}

/** The events of what is inside a wall, with ids of their own: those of the service count everything. */
export function walledEvents(events: EventBus<ServiceEvents>, passing: Passing) {
  const own = createEventBus<ServiceEvents>();
  const stop = events.subscribe((event) => {
    const passed = pass(event, passing);
    if (passed !== null) own.publish(passed.type, passed.data);
  });
  return { events: own, stop };
}

function pass(event: EventOf<ServiceEvents>, passing: Passing): EventOf<ServiceEvents> | null {
  const { key, isInside, isOwnUpdate } = passing;
  switch (event.type) {
    case 'file':
      return isInside(pathOf(event.data.path)) ? event : null;
    case 'update':
      return event.data.wall === key ? event : null;
    case 'step':
      return isOwnUpdate(event.data.id) ? event : null;
    case 'history': {
      const data = cutEntry(event.data, isInside, key);
      return data && { type: 'history', data };
    }
    // Of the page, or of the whole vault.
    case 'question':
    case 'progress':
    case 'import':
      return null;
  }
}

function pathOf(shown: string): VaultPath {
  return recordedPath(shown.replace(/^vault\//, '').replace(/\/$/, ''));
}
