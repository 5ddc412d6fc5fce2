import { describe, expect, it } from 'vitest';
import { isTask, tasksIn } from './task.js';

describe('a task', () => {
  it.each(['Buy milk tomorrow', 'Acheter du lait demain', 'Appeler maman ce week-end', 'Passer à la banque'])(
    'starts with what to do: %s',
    (text) => expect(isTask(text)).toBe(true),
  );

  it.each(['Panier moyen en hausse', 'Customer feedback is good', 'Hiver froid à Nantes'])(
    'is not every word with such an ending: %s',
    (text) => expect(isTask(text)).toBe(false),
  );

  it.each([
    [
      'Two things for tomorrow: call the optician, and send Priya the screenshots',
      ['Call the optician tomorrow', 'Send Priya the screenshots tomorrow'],
    ],
    ['To do: 1) call Priya 2) book a room', ['Call Priya', 'Book a room']],
    ['TODO (Atlas sonore): write to Gwen', ['Write to Gwen']],
    ['Once Tom is back, ask him about the limit', ['Once Tom is back, ask him about the limit']],
  ])('is one of several, each with its day: %s', (text, titles) => {
    expect(tasksIn(text)).toEqual(titles);
  });
});
