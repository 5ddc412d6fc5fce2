import { describe, expect, it } from 'vitest';
import { dueDay, isTask, tasksIn, titleWithout } from './task.js';

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
    ["À ne pas oublier : renouveler l'assurance", ["Renouveler l'assurance"]],
    ['Don’t forget: call the vet', ['Call the vet']],
    ['Once Tom is back, ask him about the limit', ['Once Tom is back, ask him about the limit']],
  ])('is one of several, each with its day: %s', (text, titles) => {
    expect(tasksIn(text)).toEqual(titles);
  });

  const called = (title: string) => titleWithout(dueDay(title, '2026-11-16'), title);

  it.each([
    'Tell Marie that the meeting is on Friday',
    'Remind Tom that Anna comes tomorrow',
    'Ask Tom whether he can come on Friday',
    'Check if the shop is open on Friday',
    'Dire à Marie que la réunion est vendredi',
    'Demander à Paul si la salle est libre vendredi',
    "Prévenir Zoé qu'elle commence lundi",
  ])('keeps the day of a clause in its title: %s', (title) => expect(called(title)).toBe(title));

  it.each([
    ['Fix that bug tomorrow', 'Fix that bug'],
    ['Call Marie if possible tomorrow', 'Call Marie if possible'],
    ['If it rains, call Marie tomorrow', 'If it rains, call Marie'],
    ['Appeler Paul si possible demain', 'Appeler Paul si possible'],
    ['Send the report before Friday', 'Send the report'],
  ])('leaves out a day that is its own: %s', (title, shown) => expect(called(title)).toBe(shown));
});
