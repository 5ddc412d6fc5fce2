import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAtOrBelow, isAtOrBelowAny } from './paths.js';

it('a path is at or below one of many where it is at or below any of them', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 3 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(path, fc.uniqueArray(path, { maxLength: 3 }), (wanted, places) => {
      const isBelowOne = places.some((place) => isAtOrBelow(wanted, place));
      expect(isAtOrBelowAny(wanted, new Set(places))).toBe(isBelowOne);
    }),
  );
});
