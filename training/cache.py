"""Keeps on disk what took long to make, so that the next training starts from it."""

import hashlib
import os
from pathlib import Path

import numpy as np


def kept(folder, name, made_from, make):
    """The array that make() gives, read from the folder if it was made from the same things before. Without a folder
    it is made anew."""
    if not folder:
        return make()
    digest = hashlib.sha256()
    for part in made_from:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    file = Path(folder) / f"{name}-{digest.hexdigest()[:16]}.npy"
    if file.exists():
        return np.load(file)
    array = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and renamed: a run that was stopped leaves no half a file.
    half = file.with_suffix(".part")
    with open(half, "wb") as out:
        np.save(out, array)
    os.replace(half, file)
    return array
