import { beforeEach, expect, it } from 'vitest';
import { staleAfterEvents } from './stale-after-events.js';

let marked: string[];
let changed: string[];
let after: ReturnType<typeof staleAfterEvents>;

beforeEach(() => {
  [marked, changed] = [[], []];
  after = staleAfterEvents({
    mark: (...keys) => marked.push(...keys),
    markTree: (...paths) => changed.push(...paths),
    touch: () => {},
  });
});

it('asks for a file again, and for the views that show it', () => {
  after.file({ path: 'vault/projects/x/tasks.md', exists: true });
  expect(marked).toEqual(['file projects/x/tasks.md', 'links', 'aliases', 'verified', 'home']);
  expect(changed).toEqual(['projects/x/tasks.md']);
});

it('asks for the inbox and the activities again when an item comes or goes', () => {
  after.file({ path: 'vault/inbox/2026-05-04-a', exists: false });
  expect(marked).toEqual(expect.arrayContaining(['inbox', 'activities', 'activity']));
});

it('asks for the lists of activities only when what they show has changed', () => {
  const question = { id: 'q1', state: 'running' } as Parameters<typeof after.question>[0];
  after.question(question);
  expect(marked.splice(0)).toEqual(['activity q1', 'activities']);
  after.step({ id: 'q1', event: { type: 'text', text: 'a' } as never });
  after.question(question);
  expect(marked.splice(0)).toEqual(['activity q1', 'activity q1']);
  after.question({ ...question, state: 'done' });
  expect(marked).toEqual(['activity q1', 'activities']);
});

it('asks for the files of an update once it is filed', () => {
  const update = { id: 'u1', state: 'running', history: null, files: ['vault/a.md'] };
  after.update(update as Parameters<typeof after.update>[0]);
  expect(changed).toEqual([]);
  after.update({ ...update, state: 'done' } as Parameters<typeof after.update>[0]);
  expect(changed).toEqual(['a.md']);
  expect(marked).toEqual(expect.arrayContaining(['inbox', 'history', 'capture']));
});
