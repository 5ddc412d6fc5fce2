/**
 * Every tuned number of search. This file imports nothing, so every room may read it. Values are read where they are
 * used, so that the check of this file (`npm run mutate`) can change them one by one: each must make a test fail.
 *
 * Figures are points (hundredths) of R@5, R@10 or MRR@10 on the sets of `eval/README.md`: session and turn (LoCoMo), piaf
 * (French articles), cross (questions in the other language). They say what the number gained when it was chosen; what is
 * below 0.2 is chance. Numbers marked with (index) shape what is stored: raise `INDEX_VERSION` with them.
 */

/** (index) A chunk should be what one would quote. 900 tokens and the scores are those of QMD. */
export const CHUNKS = {
  maxTokens: 900,
  /** Of a cut's worth, the part that depends on how much of the room the piece uses: a good break may leave some empty. */
  sizeShare: 0.7,
};

/** (index) How good a cut before a line is. A heading of level 1 has `heading`, each further level `perLevel` less. */
export const BREAK_POINTS = {
  heading: 100,
  perLevel: 10,
  rule: 60,
  fenceEdge: 40,
  paragraph: 20,
  listItem: 5,
  line: 1,
  emptyLine: 0.5,
  insideFence: 0.1,
};

/** What a term of the question counts beside its rarity. */
export const TERMS = {
  /** Small words and question words; leaving them out lost phrases like "who was with". */
  stopWord: 0.4,
  /** A capital inside the question is a name (+0.5, session and turn R@5). */
  name: 1.4,
  /** A date adds to its own words, which count already. */
  date: 0.5,
  /** (index) Words that share so many first letters may be of one family (+0.8, piaf R@5); six letters found less. */
  prefixLetters: 5,
};

/** Words of the question that no chunk holds, and those of the vault that are nearly the same. */
export const SPELLING = {
  shortestWord: 5,
  shortestStem: 4,
  /** From so many letters on, fewer words are alike by chance: two edits are allowed and trusted more. */
  longWord: 8,
  edits: 1,
  editsOfLongWord: 2,
  mostVariants: 3,
  /** A guess must not count like a word that is there: in full it lost 0.1 to 0.2 of MRR (session, turn). */
  trust: 0.2,
  /** +0.1 piaf R@5 without a model. */
  trustInLongWord: 0.5,
};

/** Which chunks are read at all. */
export const CANDIDATES = {
  /** 200 lost 0.5 (turn R@10). */
  most: 300,
  /** A short question has fewer ways to be answered; 120 for two words changed the first result in 8 % of the cases. */
  perTerm: 60,
  /** How many postings a question may cost before its commonest words only rank; the fewest terms that propose. */
  postings: 15_000,
  fewestTerms: 2,
  /** Of a text pasted as a question, the rarest words say what it is about. */
  mostTerms: 48,
  /** Chunks that are read where only reading helps: nothing but stop words, or phrases. */
  scanned: 3_000,
  /** (index) A stem is strong in a chunk with so many occurrences for a text of the usual length, or in a heading. */
  strongAmount: 1.8,
  usualLength: 100,
  /** How much more a chunk is worth to the selection that holds a term strongly. */
  strongWorth: 1.6,
  /** The nearest chunks that join (60 instead of all: +0.5, session R@5). */
  byVectors: 60,
  /** How many nearest chunks have a cosine that counts. */
  nearest: 200,
  byRewording: 100,
};

/** The index does not count stop words: their share is estimated from the candidates, with so many chunks as prior. */
export const STOP_WORDS = { share: 0.25, priorChunks: 4 };

/** BM25. b was 0.75 in the textbook: 0.4 gained 2 (turn R@10). */
export const BM25 = {
  k1: 1.2,
  b: 0.4,
  /** Against the exact form, which counts 1 (+1, piaf R@5). */
  sameStem: 0.6,
  /** 0.2 lost again what 0.1 gained. */
  samePrefix: 0.1,
  /** +0.5 (session and piaf R@5). */
  heading: 3,
};

/** Terms close to each other (+1, session MRR; in headings +0.5, piaf MRR). */
export const PROXIMITY = {
  weight: 0.5,
  window: 8,
  /** In the order of the question, at the same distance. */
  inOrder: 1.5,
};

/** Terms that a chunk holds or that stand near it in its file. */
export const COVERAGE = {
  weight: 0.4,
  /** How many chunks away. */
  window: 5,
  /** More for what stands right next to it. */
  adjacent: 0.2,
};

/** From evidence, as a share of what the question could give, to a score: a chunk with every word once gets about 0.8. */
export const SCORE = { steepness: 0.9 };

/** Other wordings by a model: a guess counts less than the question. */
export const EXPANSION = { share: 0.7 };

/** Meaning beside words. From 1 to 2 `usual` changed little (2: -0.4, piaf R@5). */
export const FUSION = {
  usual: 1.5,
  /** Where even the best chunk holds little of the question's words (+5, cross R@5), and between which shares it fades. */
  most: 3,
  fewWords: 0.5,
  enoughWords: 0.8,
  /** Words and meaning together are worth this part of their sum. */
  part: 0.5,
  /** For an embedder with one vector a chunk: of the best words' evidence (against RRF: piaf MRR .74 instead of .58). */
  cosineShare: 0.6,
  readByWords: 60,
  readByVectors: 40,
};

/** Comparing question and candidates word by word, in windows. */
export const CLOSE_READING = {
  /** (index) Words of a window: sentences are packed up to it. */
  windowWords: 50,
  /** A window lends its vector times this to the next one, times its square to the one behind it, and so on. */
  vectorLent: 0.6,
  vectorReach: 2,
  /** The words of its neighbours count half (+0.2, session MRR, with the vectors of the same window). */
  wordsLent: 0.5,
  wordsReach: 3,
  /** Words less alike than this have nothing to do with each other. */
  leastAlike: 0.3,
};

/** Without vectors: chunks like the best gain a little. */
export const FEEDBACK = {
  teachers: 5,
  /** The first stay where they are: letting feedback displace them lost 0.4 (session MRR). */
  fixed: 4,
  themes: 15,
  weight: 0.1,
  /** How much more the best teacher is trusted than the others. */
  focus: 4,
};

/** Results that are nearly equal are ordered by day. */
export const RECENCY = {
  /** A share of the evidence: less than that is chance. */
  tie: 0.99,
  examined: 30,
};

/** A model's order and ours, blended as in QMD: ours is trusted more the higher a chunk stood. */
export const RERANK = {
  best: 40,
  top: 3,
  topTrust: 0.75,
  upper: 10,
  upperTrust: 0.6,
  restTrust: 0.4,
};

/** Which lines of a chunk are shown as the match. */
export const PASSAGES = {
  mostLines: 40,
  /** What a further line must add, as a share of the question. */
  lineCost: 0.04,
  /** The share of the question from which on words decide; below it meaning does. */
  enoughWords: 0.15,
  /** A changed file's chunk is the same one where it still has this share of its words. */
  sameChunk: 0.5,
};

/** Chunks of the files that QMD found. */
export const QMD = {
  mostWords: 12,
  mostSpellings: 4,
  /** The start of a word that may stand for all of it. */
  longStem: 4,
  fewestFiles: 20,
  /** The score of a result that holds none of the words. */
  unknown: 0.5,
  /** A further chunk of a file must hold this share of what the best one does, and then has this part of its score. */
  worthShowing: 0.5,
  further: 0.9,
  /** Below this score words say less than the place that the vectors found. */
  weak: 0.2,
  /** Found by the start of a word that goes on differently. */
  doubtful: 0.3,
};
