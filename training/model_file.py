"""The model as one file. src/search/models/static/static-model.ts reads it.

    "RAPPELV1", then four little-endian 32-bit numbers: dimensions, tokens, bytes of the vocabulary, largest scale (float)
    vocabulary  sorted by bytes; each token: bytes shared with the one before, bytes that follow, those bytes (UTF-8)
    scales      one 16-bit number a token; / 65535 x the largest scale
    codes       4 bits a number, the lower half of a byte first; (code - 8) x scale
"""

import struct

import numpy as np

MAGIC = b"RAPPELV1"


def write_model(path, vocabulary, vectors):
    names = [token.encode() for token in vocabulary]
    assert names == sorted(names), "the vocabulary has to be sorted by its bytes"
    codes, scales = quantise(vectors)
    top = float(scales.max())
    words, last = bytearray(), b""
    for name in names:
        shared = 0
        while shared < min(len(last), len(name)) and last[shared] == name[shared]:
            shared += 1
        words += bytes([shared, len(name) - shared]) + name[shared:]
        last = name
    with open(path, "wb") as out:
        out.write(MAGIC + struct.pack("<IIIf", vectors.shape[1], len(names), len(words), top))
        out.write(words)
        out.write(np.round(scales / top * 65535).astype("<u2").tobytes())
        out.write((codes[:, 0::2] | (codes[:, 1::2] << 4)).astype(np.uint8).tobytes())


def read_model(path):
    """The vocabulary, and the vectors as the product sees them."""
    data = open(path, "rb").read()
    assert data[:8] == MAGIC
    dimensions, tokens, size, top = struct.unpack_from("<IIIf", data, 8)
    vocabulary, at, last = [], 24, b""
    for _ in range(tokens):
        shared, more = data[at], data[at + 1]
        last = last[:shared] + data[at + 2 : at + 2 + more]
        vocabulary.append(last.decode())
        at += 2 + more
    assert at == 24 + size
    scales = np.frombuffer(data, "<u2", tokens, at).astype(np.float32) * np.float32(top / 65535)
    packed = np.frombuffer(data, np.uint8, tokens * dimensions // 2, at + 2 * tokens).reshape(tokens, -1)
    codes = np.empty((tokens, dimensions), np.float32)
    codes[:, 0::2], codes[:, 1::2] = packed & 15, packed >> 4
    return vocabulary, (codes - 8) * scales[:, None]


def quantise(vectors):
    """Of five scales a row the one that loses least: cutting the few largest numbers is often worth it."""
    peak = np.abs(vectors).max(1) + 1e-12
    codes = np.zeros(vectors.shape, np.uint8)
    scales, best = np.zeros(len(vectors), np.float32), np.full(len(vectors), np.inf)
    for part in (0.55, 0.65, 0.75, 0.85, 1.0):
        scale = peak * part / 7
        found = np.clip(np.round(vectors / scale[:, None]), -7, 7)
        loss = ((found * scale[:, None] - vectors) ** 2).sum(1)
        better = loss < best
        codes[better] = (found[better] + 8).astype(np.uint8)
        scales[better], best[better] = scale[better], loss[better]
    return codes, scales
