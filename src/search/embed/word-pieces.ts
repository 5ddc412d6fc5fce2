/**
 * Text to the tokens of the static model, exactly as `training/word_pieces.py` does it (`golden.json` holds both to it):
 * folded words cut into the longest known pieces from the left. A word that can't be cut so is dropped.
 */
export interface WordPieces {
  /** The ids of a text's tokens, in order. */
  encode(text: string): number[];
}

const MAX_WORD = 40;
const MAX_CACHED = 50_000;

export function createWordPieces(vocabulary: ReadonlyMap<string, number>): WordPieces {
  const known = new Map<string, readonly number[]>();

  return {
    encode(text) {
      const ids: number[] = [];
      for (const word of wordsOf(text)) {
        let pieces = known.get(word);
        if (pieces === undefined) {
          pieces = cut(word, vocabulary);
          if (known.size >= MAX_CACHED) known.clear();
          known.set(word, pieces);
        }
        for (const piece of pieces) ids.push(piece);
      }
      return ids;
    },
  };
}

function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length <= MAX_WORD || [...word].length <= MAX_WORD);
}

function fold(text: string): string {
  // Most English text is plain: nothing of it can be decomposed.
  if (!/[^\x00-\x7f]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[œæßøłđı]/g, (letter) => SPELT[letter]!);
}

const SPELT: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

function cut(word: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const whole = vocabulary.get(word);
  if (whole !== undefined) return [whole];
  const found: number[] = [];
  let start = 0;
  while (start < word.length) {
    const prefix = start === 0 ? '' : '##';
    let end = word.length;
    let id: number | undefined;
    while (end > start) {
      id = vocabulary.get(prefix + word.slice(start, end));
      if (id !== undefined) break;
      end--;
    }
    if (id === undefined) return [];
    found.push(id);
    start = end;
  }
  return found;
}
