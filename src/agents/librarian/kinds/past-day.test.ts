import { describe, expect, it } from 'vitest';
import { pastDay } from './past-day.js';

// A Monday.
const TODAY = '2026-11-16';

describe('the past day of a text', () => {
  it.each([
    ['Yesterday we decided to drop the shop.', '2026-11-15'],
    ['We decided yesterday to use Stripe.', '2026-11-15'],
    ['atlas: yesterday Priya signed the contract. Tom orders the paper.', '2026-11-15'],
    ['Yesterday: call with Priya about the print run', '2026-11-15'],
    ['Last night the server broke down.', '2026-11-15'],
    ['The day before yesterday we met the printer.', '2026-11-14'],
    ['Three days ago Tom sent the proofs.', '2026-11-13'],
    ['Last Tuesday the board agreed on the budget.', '2026-11-10'],
    ['On 3 November, Marie approved the quote.', '2026-11-03'],
    ['The quote was approved on 3 November.', '2026-11-03'],
    ['2026-11-03: Marie approved the quote', '2026-11-03'],
    ['Yesterday we decided to deliver on 20 November.', '2026-11-15'],
    ['Yesterday we paid the invoice of 3 November.', '2026-11-15'],
    ['Hier on a décidé de garder le bois.', '2026-11-15'],
    ['On a décidé hier de passer à Stripe.', '2026-11-15'],
    ['Hier soir, réunion avec Marie sur le budget', '2026-11-15'],
    ['Avant-hier, Paul a relancé le notaire.', '2026-11-14'],
    ['Il y a trois jours, Paul a envoyé les épreuves.', '2026-11-13'],
    ['Mardi dernier on a choisi le carrelage.', '2026-11-10'],
    ['Le 3 novembre, Marie a validé le devis.', '2026-11-03'],
    ['Le devis a été validé le 3 novembre.', '2026-11-03'],
    ['Devis validé le 3 novembre', '2026-11-03'],
    ['Décision : hier on a retenu la variante B.', '2026-11-15'],
    ['Hier on a payé la facture du 3 novembre.', '2026-11-15'],
    ['mardi on a décidé avec Odile de garder le vert', '2026-11-10'],
    ['On Friday, we agreed to wait.', '2026-11-13'],
  ])('%s', (text, day) => {
    expect(pastDay(text, TODAY)).toBe(day);
  });

  it.each([
    'We decided to drop the shop.',
    'We decided to deliver on 20 November.',
    'Tomorrow we decide about the shop.',
    'Send the quote by 3 November.',
    'The delivery was planned for 3 November.',
    'The delivery is scheduled on 3 November.',
    'We paid the invoice of 3 November.',
    'We paid the invoice received on 3 November.',
    'The contract signed on 3 November is missing a page.',
    'The client who called yesterday wants a discount.',
    'The build is red since yesterday.',
    "Yesterday's meeting was useful.",
    'Priya wrote: "yesterday we decided to drop the shop".',
    '> Yesterday we decided to drop the shop.',
    'Yesterday we met Tom, today we decided to hire him.',
    'Yesterday we met Tom. On 3 November we met Ana.',
    'As agreed yesterday, Tom sends the files.',
    'Was it yesterday? We missed it.',
    'On a décidé de livrer le 20 novembre.',
    'Demain on choisit le carrelage.',
    'Envoyer le devis avant le 3 novembre.',
    'La livraison est prévue le 3 novembre.',
    'On a payé la facture du 3 novembre.',
    'On a payé la facture reçue le 3 novembre.',
    'Le contrat signé le 3 novembre est incomplet.',
    'Le client qui a appelé hier veut une remise.',
    'Le site est en panne depuis hier.',
    "La réunion d'hier a été utile.",
    'Marie écrit : « hier on a décidé de garder le bois ».',
    "Hier on a vu Paul, aujourd'hui on a signé.",
    'Comme convenu hier, Paul envoie les plans.',
    'Le 3 novembre, Marie validera le devis.',
  ])('none: %s', (text) => {
    expect(pastDay(text, TODAY)).toBeNull();
  });
});
