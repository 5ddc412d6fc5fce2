"""Text to tokens. src/search/models/static/word-pieces.ts does exactly the same; golden.json holds both to it.

1. runs of letters, marks and digits; everything else only separates
2. each folded: compatibility decomposition (NFKD), lower case, combining marks dropped, a few letters spelt out;
   what is left of letters and digits are its words. Words over 40 characters are dropped
3. each word cut into the longest known pieces from the left; a piece inside a word is written ##piece;
   a word that can't be cut so is dropped
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

MAX_WORD = 40
WORD = re.compile(r"[^\W_]+")
MARKS = re.compile(r"[\u0300-\u036f]+")
SPELT = {"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
SPELT_ANY = re.compile("[" + "".join(SPELT) + "]")


class Runs(dict):
    """For str.translate: what is no letter, mark or digit becomes a space."""

    def __missing__(self, code):
        self[code] = code if unicodedata.category(chr(code))[0] in "LMN" else " "
        return self[code]


RUNS = Runs()


def words(text):
    return [word for run in text.translate(RUNS).split() for word in words_of(run)]


@lru_cache(maxsize=1 << 20)
def words_of(run):
    return [word for word in WORD.findall(fold(run)) if len(word) <= MAX_WORD]


def fold(run):
    folded = unicodedata.normalize("NFKD", run).lower()
    folded = MARKS.sub("", folded)
    return SPELT_ANY.sub(lambda found: SPELT[found.group()], folded)


class WordPieces:
    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.ids = {token: i for i, token in enumerate(vocabulary)}
        self.cache = {}

    def encode(self, text):
        ids = []
        for word in words(text):
            ids += self.pieces(word)
        return ids

    def pieces(self, word):
        known = self.cache.get(word)
        if known is None:
            known = self.cache[word] = self._cut(word)
        return known

    def _cut(self, word):
        found, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return []
            found.append(self.ids[prefix + word[start:end]])
            start = end
        return found


def learn_vocabulary(counts, size, pieces):
    """The most frequent whole words, and learned pieces for all others; sorted, so that equal input gives
    an equal file."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    learner = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    learner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    latin = [word for word in counts if re.fullmatch(r"[a-z0-9]+", word)]
    repeated = (" ".join([word] * min(50, max(1, round(counts[word] ** 0.5)))) for word in sorted(latin))
    learner.train_from_iterator(
        repeated, trainers.WordPieceTrainer(vocab_size=pieces, show_progress=False, special_tokens=["[UNK]"])
    )
    vocabulary = {token for token in learner.get_vocab() if token != "[UNK]"}
    for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if len(vocabulary) >= size:
            break
        if len(word) > 1 or word.isascii():
            vocabulary.add(word)
    return sorted(vocabulary)


def count_words(texts):
    counts = Counter()
    for text in texts:
        counts.update(words(text))
    return counts
