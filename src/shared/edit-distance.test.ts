import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';

describe('the distance of two words', () => {
  it.each([
    ['chat', 'chat', 0],
    ['chat', 'chta', 1],
    ['chat', 'chats', 1],
    ['chat', 'rat', 2],
    ['chat', 'table', 3],
  ])('%s and %s: %i', (a, b, distance) => expect(editDistance(a, b, 2)).toBe(distance));
});
