import { questionPattern } from '../../search/text/question-pattern.js';

/** Whether a question asks for several things, or compares them. */
export function isBroad(question: string): boolean {
  return BROAD.test(question.toLowerCase());
}

// For small letters: V8 takes three times as long to compile a class of Unicode that ignores case.
const BROAD = questionPattern((letters) =>
  [
    `(?<![${letters}])(?:which|list|how many|how much|how often|all|every|each|both|total|before|after|between|since|compare|order`,
    `quels|quelles|lesquels|lesquelles|liste|combien|tous|toutes|chaque|avant|après|entre|depuis|ordre)(?![${letters}])`,
    // "What books has she read?"
    `(?<![${letters}])what (?:[${letters}]+ ){0,2}?(?!does)[${letters}]{2,}(?![siu])[${letters}]s(?!['’${letters}])`,
  ].join('|'),
);

/** Whether a question asks for the order in which things happened. */
export function asksForOrder(question: string): boolean {
  return ORDER.test(question.toLowerCase());
}

const ORDER = questionPattern(
  (letters) =>
    `(?<![${letters}])(?:(?:in )?(?:what|which) order|in order|timeline|chronolog[${letters}]*|(?:dans )?quel ordre|dans l['’]ordre|frise)(?![${letters}])`,
);
