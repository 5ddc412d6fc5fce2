/** The parts of `getDefaultHighWaterMark` or `JSONParser`; none for any other word. Single letters are no parts. */
export function partsOf(word: string): string[] {
  if (!INNER_CAPITAL.test(word)) return NONE;
  return word.split(BOUNDARY).filter((part) => part.length > 1);
}

const NONE: string[] = [];
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
// `PDFs` is one word: a part that follows an abbreviation has at least two small letters.
const BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
