import { expect, it } from 'vitest';
import { recordedPath } from '../../vault/paths.js';
import { createWaitingVersions, type VersionsByPath } from './page-edits.js';

const NOTE = recordedPath('a.md');
const REQUEST = { source: 'tool' as const, paths: [NOTE] };

const texts = (versions: VersionsByPath) =>
  (versions.get(NOTE) ?? []).map(({ source, bytes }) => `${source} ${bytes ?? 'none'}`);

/** A moment: everything that happens after this call has a later time. */
function momentBeforeNext(): number {
  const moment = performance.now();
  while (performance.now() === moment);
  return moment;
}

it('keeps saves that follow each other as one version, after the text that they replaced', () => {
  const waiting = createWaitingVersions();
  waiting.add(NOTE, 'one', 'two', null);
  waiting.add(NOTE, 'two', 'three', null);
  expect(texts(waiting.take(REQUEST).earlier)).toEqual(['outside one', 'page three']);
  expect(waiting.has(NOTE)).toBe(false);
});

it('keeps versions of another program or person apart', () => {
  const waiting = createWaitingVersions();
  waiting.add(NOTE, null, 'two', 'ada');
  waiting.add(NOTE, 'other', 'three', 'ada');
  waiting.add(NOTE, 'three', 'four', 'bob');
  expect(texts(waiting.takeEarlier(NOTE))).toEqual([
    'outside none',
    'page two',
    'outside other',
    'page three',
    'outside three',
  ]);
  expect(waiting.hasEarlier(NOTE)).toBe(false);
});

it('gives a request the versions from before and during its changes, and keeps later ones', () => {
  const waiting = createWaitingVersions();
  waiting.add(NOTE, 'one', 'two', null);
  const first = momentBeforeNext();
  waiting.add(NOTE, 'by the run', 'three', null);
  const last = momentBeforeNext();
  waiting.add(NOTE, 'by the run again', 'four', null);
  const { earlier, meanwhile } = waiting.take({ ...REQUEST, times: new Map([[NOTE, { first, last }]]) });
  expect(texts(earlier)).toEqual(['outside one', 'page two']);
  expect(texts(meanwhile)).toEqual(['outside by the run', 'page three']);
  expect(texts(waiting.take(REQUEST).earlier)).toEqual(['outside by the run again', 'page four']);
});

it('leaves other paths alone, and takes versions back that could not be recorded', () => {
  const waiting = createWaitingVersions();
  waiting.add(NOTE, 'one', 'two', null);
  expect(waiting.take({ ...REQUEST, paths: [recordedPath('b.md')] }).earlier.size).toBe(0);
  const { earlier, meanwhile } = waiting.take(REQUEST);
  waiting.add(NOTE, 'other', 'three', null);
  waiting.putBack([earlier, meanwhile]);
  expect(texts(waiting.take(REQUEST).earlier)).toEqual([
    'outside one',
    'page two',
    'outside other',
    'page three',
  ]);
});
