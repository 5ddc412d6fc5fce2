"""The training text: pairs.tsv.gz and, where it is, extra.tsv.gz (see collect_text.py)."""

import gzip
import re
from pathlib import Path


def read_corpus(folder):
    """Rows (source, English, French); French may be empty."""
    rows = []
    for name in ["pairs.tsv.gz", "extra.tsv.gz"]:
        file = Path(folder) / name
        if not file.exists():
            continue
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                source, english, french = line.rstrip("\n").split("\t")[:3]
                english = re.sub(r"^Description-en: ", "", english)
                french = re.sub(r"^Description-fr: ", "", french)
                rows.append((source, english, french))
    return rows
