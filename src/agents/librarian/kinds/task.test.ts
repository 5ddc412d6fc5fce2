import { describe, expect, it } from 'vitest';
import { isTask } from './task.js';

describe('a task', () => {
  it.each(['Buy milk tomorrow', 'Acheter du lait demain', 'Appeler maman ce week-end', 'Passer à la banque'])(
    'starts with what to do: %s',
    (text) => expect(isTask(text)).toBe(true),
  );

  it.each(['Panier moyen en hausse', 'Customer feedback is good', 'Hiver froid à Nantes'])(
    'is not every word with such an ending: %s',
    (text) => expect(isTask(text)).toBe(false),
  );
});
