import { wordsOf } from './words.js';

/** `[décision]` is a word of its own beside the plain one; links and task boxes are not tags. */
export function tagsOf(text: string): string[] {
  if (!text.includes('[')) return [];
  return [...text.matchAll(TAG)].flatMap((match) => {
    const words = wordsOf(match[1]!).map((word) => word.folded);
    return words.length === 0 || words.join('').length < 2 ? [] : [`${TAG_MARK}${words.join(TAG_MARK)}`];
  });
}

/** Whether a key is that of a tag. */
export function isTag(key: string): boolean {
  return key.startsWith(TAG_MARK);
}

const TAG = /(?<![\]!])\[([^[\]()]{2,60})\](?![[(:])/gu;
const TAG_MARK = '‡';
