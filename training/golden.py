"""What the tokenizer and the sums must give, for the tests of the TypeScript side."""

import numpy as np
from word_pieces import WordPieces

TEXTS = [
    "",
    "   \n\t ",
    "The quick brown fox jumps over the lazy dog.",
    "Où est passée la clé ? L'été dernier, l’élève n’avait qu'à la ranger…",
    "Œuvre, cœur, ÆTHER, Straße, Łódź, Øresund, İstanbul, ﬁn, Ⅳ, ½, x²",
    "aujourd'hui — c'est-à-dire «demain» ; peut-être.",
    "😀 Thanks!! 🎉👨‍👩‍👧‍👦 bien sûr 👍🏽",
    "日本語のテキスト and 漢字, 한국어 text, русский текст, ελληνικά ΣΟΦΟΣ",
    "snake_case camelCase kebab-case v1.2.3 foo@bar.example https://example.org/a?b=c#d",
    "a" * 40 + " " + "b" * 41 + " pneumonoultramicroscopicsilicovolcanoconiosis anticonstitutionnellement",
    "TVA Q3 2025-07-14 [décision] status: en-cours 1 234,56 €",
    "e\u0301te\u0301 été ÉTÉ",
    "\ud7ff\ue000\ufffd\u0000 \u200b zero\u200bwidth soft\u00adhyphen non\u00a0breaking",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟜𝟚 ＦＵＬＬ ｗｉｄｔｈ",
    "The boiler technician came on Tuesday and replaced the pressure valve.",
    "Le chauffagiste est venu mardi et a changé la soupape de la chaudière.",
    "# Heading\n\n- [ ] task one\n- [x] tâche deux\n\n```ts\nconst x = await fetch(url);\n```",
    "qwxzkj zzzxq Xylophagous Kubernetes PostgreSQL webpack",
    "Mastermind™ №7 ㎏ हिन्दी Σ'ΑΣ.",
]


def golden(vocabulary, vectors):
    pieces = WordPieces(vocabulary)
    return [
        {"text": text, "tokens": pieces.encode(text), "vector": rounded(vectors, pieces.encode(text))} for text in TEXTS
    ]


def rounded(vectors, ids):
    """The first eight numbers of the unit vector; a token counts by the root of how often it stands there."""
    total = np.zeros(vectors.shape[1], np.float64)
    for token in sorted(set(ids)):
        total += vectors[token].astype(np.float64) * np.sqrt(ids.count(token))
    length = np.linalg.norm(total)
    return [round(float(value), 5) for value in (total / length if length else total)[:8]]
