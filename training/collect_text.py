"""Gathers the extra training text from unpacked free packages into one file, extra.tsv.gz.

    python collect_text.py PACKAGES DATA

PACKAGES is a folder in which these were unpacked (see README.md): the Debian packages wordnet-base,
libreoffice-help-en-us and libreoffice-help-fr, and the npm packages cldr-annotations-full and
cldr-localenames-full. What is not there is left out, with a word on stderr.
DATA is the folder that holds pairs.tsv.gz. Lines: source, English, French, tab-separated; the French side is
empty where the text exists in English only.
"""

import gzip
import html
import json
import re
import sys
from pathlib import Path


def main():
    packages, data = Path(sys.argv[1]), Path(sys.argv[2])
    rows = []
    for name, collect in [("wn", wordnet), ("lo", libreoffice), ("cldr", cldr)]:
        found = sorted({(clean(en), clean(fr)) for en, fr in collect(packages)})
        found = [(en, fr) for en, fr in found if en]
        print(f"{name}: {len(found)} lines", file=sys.stderr)
        rows += [f"{name}\t{en}\t{fr}\n" for en, fr in found]
    with gzip.GzipFile(data / "extra.tsv.gz", "wb", mtime=0) as out:
        out.write("".join(rows).encode())


def clean(text):
    return re.sub(r"\s+", " ", text).strip()


def wordnet(packages):
    """Each gloss with its words in front, and each example sentence by itself."""
    for file in packages.rglob("wordnet/data.*"):
        for line in file.read_text("utf-8", "replace").splitlines():
            if line.startswith("  ") or " | " not in line:
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split(" ")
            words = [fields[4 + 2 * i].replace("_", " ") for i in range(int(fields[3], 16))]
            words = [re.sub(r"\((a|p|ip)\)$", "", word) for word in words]
            examples = re.findall(r'"([^"]+)"', gloss)
            meaning = re.sub(r'[;:]?\s*"[^"]*"?', "", gloss).strip(" ;")
            yield f"{', '.join(words)}: {meaning}", ""
            yield ", ".join(words), ""
            for example in examples:
                if len(example.split()) >= 3:
                    yield example, ""


def libreoffice(packages):
    """Help pages share the ids of their paragraphs across languages."""
    for english in packages.rglob("help/en-US/text/**/*.html"):
        french = Path(str(english).replace("/help/en-US/", "/help/fr/"))
        if not french.exists():
            continue
        theirs = paragraphs(french)
        for key, text in paragraphs(english).items():
            other = theirs.get(key, "")
            if len(text) > 3 and len(text) < 900 and other and other != text:
                yield text, other


def paragraphs(file):
    found = {}
    text = file.read_text("utf-8", "replace")
    for key, body in re.findall(r'<(?:p|h[1-6]) id="((?:par|hd)_id\w+)"[^>]*>(.*?)</(?:p|h[1-6])>', text, re.S):
        found[key] = clean(html.unescape(re.sub(r"<[^>]+>", "", body)))
    return found


def cldr(packages):
    """Names of countries and languages, names and keywords of symbols."""
    for file in packages.rglob("annotations/en/annotations.json"):
        english = json.loads(file.read_text())["annotations"]["annotations"]
        french = json.loads(Path(str(file).replace("/en/", "/fr/")).read_text())["annotations"]["annotations"]
        for symbol, entry in english.items():
            other = french.get(symbol, {})
            if entry.get("tts") and other.get("tts"):
                yield entry["tts"][0], other["tts"][0]
            if entry.get("default") and other.get("default"):
                yield ", ".join(entry["default"]), ", ".join(other["default"])
    for kind in ["territories", "languages"]:
        for file in packages.rglob(f"main/en/{kind}.json"):
            english = json.loads(file.read_text())["main"]["en"]["localeDisplayNames"][kind]
            other = json.loads(Path(str(file).replace("/en/", "/fr/")).read_text())
            french = other["main"]["fr"]["localeDisplayNames"][kind]
            for code, name in english.items():
                if code in french and not name.isdigit():
                    yield name, french[code]


if __name__ == "__main__":
    main()
