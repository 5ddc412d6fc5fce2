"""Trains the static bilingual embedding and writes it as one file.

    python train.py DATA TEACHER MODEL [--golden FILE] [--epochs N]

DATA holds pairs.tsv.gz and extra.tsv.gz, TEACHER tokenizer.json and onnx/model_quantized.onnx. README.md says where
they come from. --golden writes what the TypeScript embedder has to agree with.
"""

import argparse
import json
import time

import numpy as np
import torch
from corpus import read_corpus
from golden import golden
from model_file import read_model, write_model
from student import Settings, Student, train
from teacher import Teacher
from word_pieces import WordPieces, count_words, learn_vocabulary

TOKENS, PIECES = 57_000, 14_000


def main():
    options = argparse.ArgumentParser()
    for name in ["data", "teacher", "model"]:
        options.add_argument(name)
    options.add_argument("--golden")
    options.add_argument("--epochs", type=int, default=Settings.epochs)
    options = options.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    # The word-by-word part grows with the square of its batch: on a CPU it would take most of the time.
    settings = Settings(epochs=options.epochs, late_batch=256 if device == "cuda" else 48)
    started = time.time()

    def log(message):
        print(f"{time.time() - started:6.0f} s  {message}", flush=True)

    rows = read_corpus(options.data)
    log(f"{len(rows)} lines, {device}")
    wanted = project(Teacher(options.teacher, device).embed([english for _, english, _ in rows]), settings.dimensions)
    log("labelled by the teacher")
    counts = count_words(text for _, english, french in rows for text in (english, french) if text)
    vocabulary = learn_vocabulary(counts, TOKENS, PIECES)
    pieces = WordPieces(vocabulary)
    english = [pieces.encode(english) for _, english, _ in rows]
    french = [pieces.encode(french) for _, _, french in rows]
    seen = np.ones(len(vocabulary))
    for ids in english + french:
        np.add.at(seen, ids, 1)
    log(f"{len(vocabulary)} tokens of {len(counts)} words")
    vectors = train(Student(vocabulary, list(seen), settings), english, french, wanted, device, log)
    write_model(options.model, vocabulary, vectors)
    log(f"written: {options.model}")
    if options.golden:
        with open(options.golden, "w", encoding="utf-8") as out:
            json.dump(golden(*read_model(options.model)), out, ensure_ascii=False, indent=1)
            out.write("\n")


def project(vectors, dimensions):
    """The teacher's vectors in fewer dimensions, those in which they differ most."""
    vectors = vectors.astype(np.float32)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    short = vectors @ axes[:, ::-1][:, :dimensions]
    return short / np.linalg.norm(short, axis=1, keepdims=True)


if __name__ == "__main__":
    main()
