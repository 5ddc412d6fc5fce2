import { expect, it } from 'vitest';
import { momentOf } from './time.js';

const utc = (local: string, zone: string | null) => momentOf(local, zone).toISOString().slice(0, 19);

it.each([
  ['Europe/Paris', '2026-07-14T18:30:00', '2026-07-14T16:30:00'],
  ['Europe/Paris', '2026-01-14 18:30:00', '2026-01-14T17:30:00'],
  ['America/New_York', '2026-07-14T18:30:00', '2026-07-14T22:30:00'],
  ['Asia/Kolkata', '2026-07-14T02:00:00', '2026-07-13T20:30:00'],
  // The hour before and after the clocks change, on 29 March at 2:00 and on 25 October at 3:00.
  ['Europe/Paris', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
  ['Europe/Paris', '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
  ['Europe/Paris', '2026-10-25T03:30:00', '2026-10-25T02:30:00'],
])('reads a local time in the zone of the service: %s, %s', (zone, local, expected) => {
  expect(utc(local, zone)).toBe(expected);
});

it('reads a time that names its offset, and one from a service that does not say its zone', () => {
  expect(utc('2026-07-14T18:30:00+02:00', 'Asia/Tokyo')).toBe('2026-07-14T16:30:00');
  expect(momentOf('2026-07-14T18:30:00', null)).toEqual(new Date('2026-07-14T18:30:00'));
  expect(momentOf('soon', 'Europe/Paris').getTime()).toBeNaN();
});
