import { describe, expect, it } from 'vitest';
import { createWordWeigher } from '../../search/passages/close-reader.js';
import { missingWords as missing } from './missing-words.js';

const weightOf = await createWordWeigher();
const missingWords = (question: string, shown: string) => missing(question, shown, weightOf);

describe('the words of a question that no passage mentions', () => {
  it('are those that carry it', () => {
    expect(missingWords('How many zebras did Caroline see?', 'Caroline saw two lions at the zoo.')).toEqual([
      'zebras',
    ]);
  });

  it.each([
    ['What did John do on 28 October, 2023?', '# 2023-10-28\n\nJohn repaired the fence.'],
    ['Que s’est-il passé le 28/10/2023 ?', '# 28 octobre 2023\n\nLe toit est réparé.'],
    ['What happened on 2023-10-28?', '# 1:56 pm on 28 October, 2023\n\nThe fence is repaired.'],
    ['What happened in October 2023?', '# 2023-10-28\n\nThe fence is repaired.'],
  ])('are no dates that stand there in another form: %s', (question, shown) => {
    expect(missingWords(question, shown)).toEqual([]);
  });

  it.each([
    ['What did I want to tell Marie?', '# Call Marie about the mock-ups'],
    ['Que voulais-je dire à Marie ?', '# Appeler Marie au sujet des maquettes'],
    ['Que dois-je acheter pour le potager ?', 'Potager : il faut acheter du terreau'],
  ])('are not what a question says of the one who asks: %s', (question, shown) => {
    expect(missingWords(question, shown)).toEqual([]);
  });

  it('are named as the question writes them', () => {
    expect(missingWords('Où est la Clé du garage ?', 'Le garage est fermé.')).toEqual(['Clé']);
  });

  it('include a date that is not there', () => {
    expect(missingWords('What happened on 28 October 2023?', '# 2023-10-29\n\nRain.')).toEqual([
      '2023-10-28',
    ]);
  });

  it.each([
    ['How many days since the last invoice?', 'The invoice went out.'],
    ['Depuis combien de jours la facture est-elle partie ?', 'La facture est partie lundi.'],
    ['Why do we not use an outside booking service?', 'No outside booking service: it takes 9 %.'],
    ['Le local est pris jusqu’à quand ?', 'Le local est loué.'],
    ['Without help, what is due and what does it use?', 'The help costs 20 euros.'],
    ['Que sait-on de la Halle Verte ?', 'Halle Verte : le budget passe à 12 000 €'],
  ])('are no words that only ask: %s', (question, shown) => {
    expect(missingWords(question, shown)).toEqual([]);
  });

  it('are not named where the passages are in the other language', () => {
    expect(
      missingWords('Qui a réparé la chaudière ?', 'The technician of the boiler came on Tuesday.'),
    ).toEqual([]);
  });
});
