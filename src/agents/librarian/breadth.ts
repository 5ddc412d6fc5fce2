/** Whether a question asks for several things, or compares them. */
export function isBroad(question: string): boolean {
  return BROAD.test(question);
}

const BROAD =
  /(?<!\p{L})(?:which|list|how many|how much|how often|all|every|each|both|total|before|after|between|since|compare|order|quels|quelles|lesquels|lesquelles|liste|combien|tous|toutes|chaque|avant|après|entre|depuis|ordre)(?!\p{L})/iu;
