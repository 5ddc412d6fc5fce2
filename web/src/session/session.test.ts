import { expect, it } from 'vitest';
import { signInAddress } from './session.js';

it('is that of the hub, with the way back', () => {
  const at = (pathname: string, search = '') => ({ pathname, search });
  expect(signInAddress('/v/anna/', at('/v/anna/history', '?days=7'))).toBe(
    '/?next=v%2Fanna%2Fhistory%3Fdays%3D7',
  );
  expect(signInAddress('/memory/v/anna/', at('/memory/v/anna/'))).toBe('/memory/?next=v%2Fanna%2F');
});
