"""The student: one vector per token, a text is the normalised sum of its tokens' vectors.

While it learns, a token's vector is its own row plus the mean of the rows of its letter n-grams, times a learned
weight: rare words borrow from words spelt like them. Afterwards each token's sum is written out as one row, so
none of this costs anything at run time.
"""

import math
import zlib
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F


@dataclass
class Settings:
    dimensions: int = 192
    buckets: int = 200_000
    epochs: int = 6
    batch: int = 2048
    rate: float = 5e-3
    contrast: float = 1.0
    temperature: float = 0.05
    late: float = 0.3
    late_batch: int = 256
    late_tokens: int = 24
    seed: int = 7


class Student(torch.nn.Module):
    def __init__(self, vocabulary, counts, settings):
        super().__init__()
        torch.manual_seed(settings.seed)
        d = settings.dimensions
        self.settings = settings
        self.own = torch.nn.Parameter(torch.randn(len(vocabulary) + 1, d) * 0.3 / math.sqrt(d))
        total = sum(counts)
        frequency = torch.tensor([c / total for c in counts] + [0.0], dtype=torch.float32)
        self.weight = torch.nn.Parameter(torch.log(1e-3 / (1e-3 + frequency)) * 0.5)
        self.padding = len(vocabulary)
        self.shared = torch.nn.Parameter(torch.randn(settings.buckets, d) / math.sqrt(d))
        lists = [letter_ngrams(token, settings.buckets) for token in vocabulary] + [[0]]
        longest = max(map(len, lists))
        table = torch.zeros((len(lists), longest), dtype=torch.int32)
        for row, found in enumerate(lists):
            table[row, : len(found)] = torch.tensor(found, dtype=torch.int32)
        self.register_buffer("table", table)
        self.register_buffer("lengths", torch.tensor([len(found) for found in lists]))

    def rows(self, tokens):
        lengths, listed = self.lengths[tokens], self.table[tokens]
        inside = torch.arange(listed.shape[1], device=tokens.device)[None, :] < lengths[:, None]
        offsets = torch.cumsum(lengths, 0) - lengths
        spelling = F.embedding_bag(listed[inside].long(), self.shared, offsets, mode="mean")
        vectors = (self.own[tokens] + spelling) * torch.exp(self.weight[tokens])[:, None]
        return vectors * (tokens != self.padding)[:, None]

    def texts(self, *batches):
        """Unit vectors of padded id matrices; each token's row is made once for all of them. Then, of each matrix,
        the rows of its tokens."""
        tokens, places = torch.unique(torch.cat([ids.flatten() for ids in batches]), return_inverse=True)
        rows = self.rows(tokens)
        vectors, tokens_of, start = [], [], 0
        for ids in batches:
            place = places[start : start + ids.numel()].view(ids.shape)
            start += ids.numel()
            vectors.append(F.normalize(F.embedding_bag(place, rows, mode="sum"), dim=1, eps=1e-6))
            tokens_of.append(lambda chosen, width, place=place: rows[place[chosen, :width]])
        return vectors, tokens_of

    @torch.no_grad()
    def export(self):
        parts = torch.arange(self.padding, device=self.own.device).split(8192)
        return torch.cat([self.rows(part) for part in parts]).float().cpu().numpy()


def letter_ngrams(token, buckets):
    word = f"<{token}>" if not token.startswith("##") else f"{token[2:]}>"
    found = {word[i : i + n] for n in (3, 4, 5, 6) for i in range(max(1, len(word) - n + 1))}
    return sorted(zlib.crc32(gram.encode()) % buckets for gram in sorted(found))[:48]


def pad(lists, padding, longest=96):
    width = max(1, min(longest, max(map(len, lists))))
    ids = np.full((len(lists), width), padding, np.int64)
    for row, found in enumerate(lists):
        ids[row, : min(width, len(found))] = found[:width]
    return torch.from_numpy(ids)


def train(student, english, french, targets, device, log=print):
    """english, french: lists of token ids (French may be empty); targets: unit vectors, one a row."""
    settings = student.settings
    student.to(device)
    targets = torch.as_tensor(targets).to(device).float()
    usable = np.array([i for i in range(len(english)) if english[i]])
    generator = np.random.default_rng(settings.seed)
    # Fused: one pass over the tables a step. On a CPU the other way takes as long as all the rest.
    optimizer = torch.optim.Adam(student.parameters(), lr=settings.rate, betas=(0.9, 0.99), fused=True)
    steps = settings.epochs * (len(usable) // settings.batch)
    padding, done = student.padding, 0
    for epoch in range(settings.epochs):
        order = generator.permutation(usable)
        losses = []
        for start in range(0, len(order) - settings.batch + 1, settings.batch):
            chosen = order[start : start + settings.batch]
            both = np.array([row for row, i in enumerate(chosen) if french[i]], dtype=np.int64)
            wanted = targets[chosen]
            en_ids = pad([english[i] for i in chosen], padding).to(device)
            fr_ids = pad([french[chosen[row]] for row in both] or [[]], padding).to(device)
            (en, fr), (en_tokens, fr_tokens) = student.texts(en_ids, fr_ids)
            loss = loss_of(en, wanted, settings)
            if len(both) > 1:
                pairs = torch.from_numpy(both).to(device)
                share = len(both) / len(chosen)
                loss = loss + share * loss_of(fr, wanted[pairs], settings)
                loss = loss + share * settings.contrast * contrast(en[pairs], fr, wanted[pairs], settings)
                if settings.late:
                    few, width = pairs[: settings.late_batch], settings.late_tokens
                    goal = wanted[few]
                    left, right = en_tokens(few, width), fr_tokens(torch.arange(len(few), device=device), width)
                    loss = loss + settings.late * (
                        late_contrast(left, right, goal, settings)
                        + late_contrast(right, left, goal, settings)
                        + late_contrast(left, left, goal, settings)
                        + late_contrast(right, right, goal, settings)
                    )
            if settings.late:
                some = torch.arange(settings.late_batch, device=device)
                left = en_tokens(some, settings.late_tokens)
                loss = loss + settings.late * late_contrast(left, left, wanted[some], settings)
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * (1 - done / steps)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            done += 1
            losses.append(loss.detach())
        log(f"epoch {epoch + 1}: loss {torch.stack(losses).mean().item():.4f}")
    return student.export()


def loss_of(vectors, wanted, settings):
    near = (1 - (vectors * wanted).sum(1)).mean()
    return near + settings.contrast * contrast(vectors, wanted, wanted, settings)


def contrast(left, right, wanted, settings):
    """A text's similarities to the others of the batch must fall as the teacher's do."""
    goal = torch.softmax(wanted @ wanted.T / settings.temperature, dim=1)
    found = torch.log_softmax(left @ right.T / settings.temperature, dim=1)
    return F.kl_div(found, goal, reduction="batchmean")


def late_contrast(left, right, wanted, settings):
    """The same, for the other way in which texts are compared: each token of the left text with the nearest one of
    the right text, weighted by its length. A text is not compared with itself."""
    score = late_scores(left, right) / settings.temperature
    similar = wanted @ wanted.T / settings.temperature
    if left is right:
        own = torch.eye(len(left), dtype=torch.bool, device=left.device)
        score, similar = score.masked_fill(own, -1e4), similar.masked_fill(own, -1e4)
    return F.kl_div(torch.log_softmax(score, dim=1), torch.softmax(similar, dim=1), reduction="batchmean")


def late_scores(left, right):
    lengths = left.norm(dim=2)
    units, others = F.normalize(left, dim=2, eps=1e-6), F.normalize(right, dim=2, eps=1e-6)
    near = Nearest.apply(units.flatten(0, 1), others, right.norm(dim=2) == 0).view(*lengths.shape, -1)
    return torch.einsum("al,alb->ab", lengths, near) / (lengths.sum(1, keepdim=True) + 1e-6)


class Nearest(torch.autograd.Function):
    """For each token on the left and each text on the right, the cosine of the text's nearest token. Written out since
    only one token of a text gets a gradient: autograd by itself goes over the whole table five times more."""

    @staticmethod
    def forward(ctx, left, right, empty):
        near = (left @ right.flatten(0, 1).T).view(len(left), *empty.shape)
        best, place = near.masked_fill_(empty, -1).max(2)
        ctx.save_for_backward(left, right, place)
        return best

    @staticmethod
    def backward(ctx, gradient):
        left, right, place = ctx.saved_tensors
        spread = gradient.new_zeros((*place.shape, right.shape[1]))
        spread = spread.scatter_(2, place[:, :, None], gradient[:, :, None]).flatten(1)
        return spread @ right.flatten(0, 1), (spread.T @ left).view_as(right), None
