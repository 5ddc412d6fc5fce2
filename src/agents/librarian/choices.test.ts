import { describe, expect, it } from 'vitest';
import { questionIn } from './choices.js';

describe('the question of a review', () => {
  it.each([
    [
      'a librarian asks in its title',
      '---\nasks: place\n---\n\n# Where does this belong?\n\n## Question\n\nWhich project?\n',
      'Where does this belong?',
    ],
    [
      'an agent asks in its section',
      '# Devis Dupont\n\n## Recherches\n\nRien.\n\n## Question\n\nLe devis est-il\npour startup-x ?\n\n## Choix\n\n1. oui\n',
      'Le devis est-il pour startup-x ?',
    ],
    [
      'a section is more precise than a title that asks',
      '# Devis : quel projet ?\n\n## Question\n\nLe devis de 1200 € est-il pour startup-x ?\n',
      'Le devis de 1200 € est-il pour startup-x ?',
    ],
    ['a section of another name', '# Revue\n\n## Question précise\n\n**Garder ?**\n', 'Garder ?'],
    [
      'a heading that asks',
      '# Review\n\n## Searched\n\nAll.\n\n## Which project?\n\n- a\n- b\n',
      'Which project?',
    ],
    [
      'a paragraph that asks',
      '# Review\n\n> Why not?\n\nI searched.\n\nQuestion: is it for startup-x?\n\nThanks.\n',
      'is it for startup-x?',
    ],
    ['the title where nothing asks', '# Review\n\nI searched.\n', 'Review'],
    ['none without a heading', 'I searched.\n', null],
  ])('is found: %s', (_where, review, question) => {
    expect(questionIn(review)).toBe(question);
  });
});
