/**
 * Every tuned number of search. This file imports nothing, so every room may read it. Values are read where they are
 * used, so that `npm run test:parameters` can change them one by one: each change must make a test fail.
 *
 * Figures are hundredths of R@5, R@10 or MRR@10 that a number gained when it was chosen, on the flat sets of
 * `eval/README.md`: session and turn (LoCoMo), piaf (French articles), cross (questions in the other language). What is
 * below 0.2 is chance. Groups marked with (index) shape what is stored: raise `INDEX_VERSION` with them.
 */

/** (index) A chunk should be what one would quote. `maxTokens` and the break points are those of QMD. */
export const CHUNKS = {
  maxTokens: 900,
  sizeShare: 0.7, // Of a cut's worth, what depends on the room the piece uses: a good break may leave some empty.
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
  stopWord: 0.4, // Leaving small words out lost phrases like "who was with".
  name: 1.4, // A capital inside the question (+0.5, session and turn R@5).
  date: 1.4, // A day is one term; its words count like stop words beside it. From 0.5 to 1.4 with `TIME`: longmemeval, see there.
  part: 0.5, // Of a compound like `highWaterMark`: the whole counts already.
  prefixLetters: 5, // (index) Words that begin alike may be of one family (+0.8, piaf R@5); six letters found less.
};

/** Words of the question that no chunk holds, and those of the vault that are nearly the same. */
export const SPELLING = {
  shortestWord: 5,
  shortestStem: 4,
  longWord: 8, // Fewer words are like a long one by chance: it may differ more, and is trusted more.
  edits: 1,
  editsOfLongWord: 2,
  mostVariants: 3,
  trust: 0.2, // A guess must not count like a word that is there: in full it lost 0.1 to 0.2 (session, turn MRR).
  trustInLongWord: 0.5, // +0.1, piaf R@5 without a model.
};

/** Which chunks are read at all. */
export const CANDIDATES = {
  most: 300, // 200 lost 0.5 (turn R@10).
  perTerm: 60, // A short question has fewer answers; 120 for two words changed the first result in 8 % of the cases.
  postings: 15_000, // What a question may cost before its commonest words only rank.
  fewestTerms: 2,
  mostTerms: 48, // Of a text pasted as a question, the rarest words say what it is about.
  scanned: 3_000, // Where only reading helps: nothing but stop words, or phrases.
  strongAmount: 1.8, // (index) A stem is strong in a heading, or so often in a text of `usualLength` words.
  usualLength: 100,
  strongWorth: 1.6, // Against a chunk that holds the term, but not strongly.
  nearest: 200, // Chunks with a cosine that counts.
  byRewording: 100,
};

/** A stop word is never rarer than if this share of the chunks held it: one that a small vault lacks says nothing. */
export const STOP_WORDS = { share: 0.25 };

export const BM25 = {
  k1: 1.2,
  b: 0.4, // The textbook's 0.75 found 2 less (turn R@10).
  sameStem: 0.6, // Against the exact form, which counts 1 (+1, piaf R@5).
  samePrefix: 0.1, // 0.2 lost what 0.1 had gained.
  heading: 3, // +0.5 (session and piaf R@5).
};

/** Terms close to each other (+1, session MRR; in headings +0.5, piaf MRR). */
export const PROXIMITY = {
  weight: 0.5,
  window: 8,
  inOrder: 1.5, // At the same distance as in the question.
};

/** Terms that a chunk holds, or that stand within `window` chunks of it in its file. */
export const COVERAGE = {
  weight: 0.4,
  window: 5,
  adjacent: 0.2, // More for what stands right next to it.
};

/** From evidence, as a share of what the question could give, to a score: a chunk with every word once gets about 0.8. */
export const SCORE = { steepness: 0.9 };

/** Other wordings by a model are guesses. */
export const EXPANSION = { share: 0.7 };

/** Meaning beside words. */
export const FUSION = {
  usual: 1.5, // From 1 to 2 little different (2: -0.4, piaf R@5).
  most: 3, // Where even the best chunk holds `fewWords` of the question's words (+5, cross R@5).
  fewWords: 0.5,
  enoughWords: 0.8,
  part: 0.5, // What words and meaning together are worth of their sum.
  cosineShare: 0.6, // For an embedder with one vector a chunk. Ranks (RRF) instead of scores: piaf MRR .58, not .74.
  readByWords: 60,
  readByVectors: 40, // These join the candidates; all of the nearest lost 0.5 (session R@5).
};

/** Comparing question and candidates word by word (with fusion: cross R@5 .183 to .933). */
export const CLOSE_READING = {
  windowWords: 50, // (index) Sentences are packed up to it.
  vectorLent: 0.6, // To the next window; the square of it to the one behind that, and so on up to `vectorReach`.
  vectorReach: 2,
  wordsLent: 0.5, // By a window within `wordsReach` (+0.2, session MRR).
  wordsReach: 3,
  leastAlike: 0.3, // Words less alike than this have nothing to do with each other.
};

/** Without vectors, chunks like the best gain a little. */
export const FEEDBACK = {
  teachers: 5,
  fixed: 4, // Letting feedback displace the first lost 0.4 (session MRR).
  themes: 15,
  weight: 0.1,
  focus: 4, // How much more the best teacher is trusted than the others.
};

/** Chunks of the time that a question names. */
export const TIME = {
  // A share of what the question could give, where it is about nothing but the time. Questions with a time, half 1:
  // longmemeval evidence .781 to .833, first .500 to .688; locomo evidence .967 kept, first .917 to .900.
  ownDay: 1,
};

/** Results that are nearly equal are ordered by day. */
export const RECENCY = {
  tie: 0.99, // A share of the evidence: less than that is chance.
  examined: 30,
};

/** A model's order and ours, blended as in QMD: ours is trusted more the higher a chunk stood. */
export const RERANK = { best: 40, top: 3, topTrust: 0.75, upper: 10, upperTrust: 0.6, restTrust: 0.4 };

/** Which lines of a chunk are shown as the match. */
export const PASSAGES = {
  lineCost: 0.04, // What a further line must add, as a share of the question.
  enoughWords: 0.15, // From this share on words decide; below it meaning does. A further line must bring as much that is new,
  alike: 0.8, // or hold this share of what the best passage holds.
  most: 4, // Ranges of lines in one chunk.
  textBelow: 3, // Lines below a heading among which its text is looked for.
  longestLine: 3_600, // Characters: a chunk of 900 tokens. A longer line is shown around its match.
  sameChunk: 0.5, // A changed file's chunk is the same one while it keeps this share of its words.
};

/**
 * What speaks for a unit of a chunk. Fitted on half 0 of the natural sets so that e to the power of a score is in
 * proportion to the chance that the unit holds the answer.
 */
export const UNITS = {
  shortSection: 120, // Tokens up to which a section with its heading is one unit.
  longest: 300, // Tokens from which a unit of several lines is cut.
  chunk: 4, // The evidence for its chunk.
  held: 1.5, // The share of the question that it holds itself.
  known: 2, // The same with the headings above it.
  replied: 4, // What more of it the turn holds that asked, where the unit is the reply (+0.8, locomo first).
  sense: 3,
  words: 5,
  label: 0.9, // A turn of the person, or a field of the name, that is asked for (+1.5, locomo, first 30 units).
  time: 2, // It names a time, and the question asks when (with `number` +2, locomo, first 5 units).
  number: 1,
  structured: 0.5, // In a state, description, task list or profile: before raw material that says it as well. Not measured: the sets have no such files.
};

/** Which units an answer shows. Chosen on half 0 of the natural sets, for evidence and tokens together. */
export const ANSWER = {
  leastShare: 0.02, // Of the chance to hold the answer, what a unit of 100 tokens must have.
  perLength: 0.5, // Units are added in the order of their share by this power of their length: 0 and 1 showed less of locomo.
  lengthPower: 1.5, // A longer one must have more.
  place: 200, // Characters that a passage of another file costs beside its own: whoever reads it looks at one more note.
  broader: 0.2, // Of `leastShare`, where the question asks for several things (+2, longmemeval evidence).
  tokens: 840, // Of a whole answer that is sure, unless the caller says otherwise.
  unsureTokens: 300, // Of one that is not: more of what may be wrong helps nobody.
  unsureOverview: 70, // Of these, what its overview takes at least.
  candidates: 3, // So many passages may answer …
  candidateLength: 240, // … of each a line, if it has more characters than that.
  telling: 0.6, // Words that tell less in their language (`many`, `use`) are never named as missing.
};

/** Which sentence of the shown units an answer begins with, beside the score of its unit. Fitted on half 0 of the natural sets and of obsidian-help. */
export const QUOTE = {
  words: 3, // Times its nearness to the question, word by word …
  held: 1, // … and times the share of the question that it holds. Alone, `words` left out the reason of a decision for what follows from it.
  sought: 0.25, // Where it gives a time or number that is asked for.
  asks: 1.9, // Minus where it asks itself.
};

/**
 * How likely a unit answers, as log odds that what it holds adds up to. Fitted by logistic regression on half 0 of the natural sets, of
 * obsidian-help and of the everyday people: their questions against those without an answer, those whose evidence was blanked, and those of the other sets.
 */
export const CONFIDENCE = {
  examined: 5, // Units that are judged, the best by score: the first is not always the one that answers.
  base: -3.5,
  held: 0.5, // Times the share of the question's words that it holds, headings included.
  perWord: 0.43, // For each word that is no name: the more words a question has, the less they meet by chance.
  mostWords: 4,
  sense: 0.5,
  words: 0.8,
  share: 1.4, // Times its share of the chances of all that was found: what answers stands out, what is only near is one of many.
  chunk: 1.5, // Times the score of its chunk.
  sought: 0.25, // Plus where it holds a time or number that the question asks for, minus where it does not.
  namesLacking: 1.5, // Minus, times the share of the names that nothing found in its file holds.
  ofOthers: 2.2, // Minus in a conversation of others, where the user asks about themselves.
  ofUser: 1.3, // Minus where the user speaks and names none of those who are asked about.
};

/** The same for a unit in the other language, which hardly shares a word with the question. */
export const CONFIDENCE_ACROSS = {
  base: -3.5,
  sense: 1.8,
  words: 3.3,
  share: 2.3,
  length: 0.2, // Minus, times the logarithm of its words: in a long text something near stands by chance.
  shortest: 12, // So many words count at least, or "Kind regards" would answer.
  namesLacking: 1.2, // Minus, times the share of the names that nothing found in its file holds.
};

/** From confidence to what an answer states about itself. */
export const VERDICT = {
  mayAnswer: 0.21, // Below it nothing answers: 2 to 3 % of the answerable questions of half 0 are.
  mayAnswerInSmall: 0.14, // In a vault of fewer than `small` chunks, where few notes don't tell which words are rare.
  small: 120,
  answers: 0.5, // More likely than not.
};

/** Chunks of the files that QMD found. */
export const QMD = {
  mostWords: 12,
  mostSpellings: 4,
  longStem: 4, // The start of a word that may stand for all of it.
  fewestFiles: 20,
  unknown: 0.5, // The score of a result that holds none of the words.
  worthShowing: 0.5, // A further chunk of a file must hold this share of what the best one does …
  further: 0.9, // … and gets this part of its score.
  weak: 0.2, // Below this score words say less than the place that the vectors found.
  doubtful: 0.3, // Found by the start of a word that goes on differently.
};
