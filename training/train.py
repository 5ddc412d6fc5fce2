"""Trains the static bilingual embedding and writes it as one file.

    python train.py DATA TEACHER MODEL [--golden FILE] [--epochs N] [--cache FOLDER] [--device cuda|cpu] [--threads N]
        [--late-batch N]

DATA holds pairs.tsv.gz and extra.tsv.gz, TEACHER tokenizer.json and onnx/model_quantized.onnx. README.md says where
they come from. --golden writes what the TypeScript embedder has to agree with. --cache keeps the teacher's vectors
(400 MB) and the vocabulary there for the next time. --device: the GPU if there is one. --threads: on a CPU, as many
as torch chooses if not given. --late-batch: texts compared word by word in each step.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from cache import kept
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
    options.add_argument("--cache")
    options.add_argument("--device", choices=["cuda", "cpu"], default="cuda" if torch.cuda.is_available() else "cpu")
    options.add_argument("--threads", type=int)
    options.add_argument("--late-batch", type=int)
    options = options.parse_args()
    device = options.device
    if options.threads:
        torch.set_num_threads(options.threads)
    # The word-by-word part grows with the square of its batch: on a CPU it would take most of the time.
    late_batch = options.late_batch or (256 if device == "cuda" else 128)
    settings = Settings(epochs=options.epochs, late_batch=late_batch)
    started = time.time()

    def log(message):
        print(f"{time.time() - started:6.0f} s  {message}", flush=True)

    rows = read_corpus(options.data)
    log(f"{len(rows)} lines, {device}" + (f", {torch.get_num_threads()} threads" if device == "cpu" else ""))
    wanted = project(label(rows, options, device), settings.dimensions)
    log("labelled by the teacher")
    counts = count_words(text for _, english, french in rows for text in (english, french) if text)
    vocabulary = kept(
        options.cache,
        "vocabulary",
        [TOKENS, PIECES, sorted(counts.items())],
        lambda: np.array(learn_vocabulary(counts, TOKENS, PIECES)),
    ).tolist()
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


def label(rows, options, device):
    """The teacher's vectors of the English side."""
    texts = [english for _, english, _ in rows]
    file = Path(options.teacher) / "onnx" / "model_quantized.onnx"
    return kept(
        options.cache,
        "teacher",
        [device, file.read_bytes(), *texts],
        lambda: Teacher(options.teacher, device).embed(texts),
    )


def project(vectors, dimensions):
    """The teacher's vectors in fewer dimensions, those in which they differ most."""
    vectors = vectors.astype(np.float32)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    short = vectors @ axes[:, ::-1][:, :dimensions]
    return short / np.linalg.norm(short, axis=1, keepdims=True)


if __name__ == "__main__":
    main()
