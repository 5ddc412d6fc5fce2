import { expect, it } from 'vitest';
import { entryOf, titleOf } from './titles.js';

it.each([
  ['Le toit est vert. Il fuit.', 'Le toit est vert'],
  [
    'De : Lieve <lieve@post.example>\nDag Anselme, is there a station?\nLieve',
    'Dag Anselme, is there a station?',
  ],
  ['From: Sam\nTo: Mia\nSubject: Half-hourly extract\n\nHello Mia.', 'Half-hourly extract'],
  ['Objet : devis du toit\nDe : paul@toits.example\nBonjour.', 'devis du toit'],
  // One line that looks like the head of a mail is none.
  ['À : Paul, le double des clés', 'À : Paul, le double des clés'],
  ['De : Lieve <lieve@post.example>', 'De : Lieve <lieve@post.example>'],
])('the title of %s', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

it('leaves a mail whole below its subject', () => {
  const text = 'From: sam@grid.example\nSubject: Extract\n\nHello Mia.';
  expect(entryOf(text)).toEqual({ title: 'Extract', body: text });
});
