import { describe, expect, it } from 'vitest';
import { appointmentDay, datedEntry } from './appointment.js';

const TODAY = '2026-11-18';
const LONG =
  'Refonte du site de la librairie de Camille Besson et de sa boutique en ligne, budget 14 500 € HT';

describe('the entry of an appointment', () => {
  it.each([
    ["J'ai vu Camille. La livraison est prévue le 12 décembre.", 'La livraison est prévue le 12 décembre'],
    ['The roofer called. He comes on Dec 12 at 9am.', 'He comes on Dec 12 at 9am'],
    [`${LONG}, livraison prévue le 12 décembre.`, 'livraison prévue le 12 décembre'],
  ])('is titled after the words about its day, and keeps the rest: %s', (text, title) => {
    expect(datedEntry(text, '2026-12-12', TODAY)).toEqual({ title, body: text });
  });

  it('has nothing twice where its first sentence is about the day', () => {
    expect(datedEntry('Lunch on Dec 12. Bring the photos.', '2026-12-12', TODAY)).toEqual({
      title: 'Lunch on Dec 12',
      body: 'Bring the photos.',
    });
  });
});

describe('a weekday with its article', () => {
  it.each([
    ['Odile veut finalement ouvrir à 9h le samedi', undefined],
    ['Cours de judo le mardi à 18h', undefined],
    ['Réunion le mardi à 18h', '2026-11-24'],
    ['Odile vient samedi à 9h', '2026-11-21'],
    ['Odile vient le samedi 28 à 9h', '2026-11-28'],
  ])('is every week, unless something happens that day: %s', (text, day) =>
    expect(appointmentDay(text, TODAY)?.day).toBe(day),
  );
});

describe('today', () => {
  it.each([
    ['Contrat Tidewater signé ce matin !', false],
    ["Livraison reçue aujourd'hui", false],
    ['Nous avons eu la réunion ce matin', false],
    ['The delivery arrived this morning', false],
    ['Repas préparé par Zoé ce soir', true],
    ["Livraison prévue aujourd'hui", true],
    ["Visite annulée aujourd'hui à 15h", true],
  ])('is no appointment for what is over: %s', (text, isAhead) =>
    expect(appointmentDay(text, TODAY)?.day).toBe(isAhead ? TODAY : undefined),
  );
});
