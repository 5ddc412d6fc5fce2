import { expect, it } from 'vitest';
import { makeLater } from './make-later.js';

function counted() {
  const made: string[] = [];
  const owner = { name: '', other: 1 };
  makeLater(owner, 'name', () => {
    made.push('made');
    return 'later';
  });
  return { owner, made };
}

it('makes a property when it is first read, and once', () => {
  const { owner, made } = counted();
  expect(made).toEqual([]);
  expect([owner.name, owner.name, { ...owner }.name, JSON.stringify(owner)]).toEqual([
    'later',
    'later',
    'later',
    '{"name":"later","other":1}',
  ]);
  expect(made).toEqual(['made']);
});

it('never makes one that was set before', () => {
  const { owner, made } = counted();
  owner.name = 'given';
  expect(owner).toEqual({ name: 'given', other: 1 });
  expect(made).toEqual([]);
});
