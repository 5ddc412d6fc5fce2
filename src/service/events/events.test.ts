import { describe, expect, it } from 'vitest';
import { createEventBus } from './events.js';

describe('events', () => {
  it('give a client that comes back what it missed, in order', () => {
    const bus = createEventBus<Record<string, number>>();
    bus.publish('a', 1);
    const { last } = bus;
    bus.publish('b', 2);
    bus.publish('c', 3);
    expect(bus.since(last)?.map(({ type, data }) => [type, data])).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect(bus.since(bus.last)).toEqual([]);
  });

  it('say that it must load anew where that is not known any more, or was another run', () => {
    const bus = createEventBus<Record<string, number>>(10);
    const start = bus.last;
    for (let n = 0; n < 21; n++) bus.publish('x', n);
    expect(bus.since(start)).toBeNull();
    expect(bus.since(`${start.split('-')[0]}-15`)).toHaveLength(6);
    const other = createEventBus<Record<string, number>>();
    other.publish('x', 0);
    for (const id of [other.last, '7', '', `${start.split('-')[0]}-99`, `${start}x`])
      expect(bus.since(id)).toBeNull();
  });

  it('reach listeners until they leave', () => {
    const bus = createEventBus<Record<string, number>>();
    const heard: unknown[] = [];
    const leave = bus.subscribe(({ data }) => heard.push(data));
    bus.publish('x', 1);
    leave();
    bus.publish('x', 2);
    expect(heard).toEqual([1]);
  });
});
