"""The teacher, all-MiniLM-L6-v2, as a plain torch module read from its 8-bit ONNX file.

The ONNX file's integer kernels run on a CPU only, and there onnxruntime runs them. For a GPU the weights are turned
back into floats: the same file then labels half a million sentences in half a minute.
"""

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from tokenizers import Tokenizer

HEADS, MAX_TOKENS = 12, 128


class Teacher:
    def __init__(self, folder, device):
        """folder holds onnx/model_quantized.onnx and tokenizer.json."""
        self.device = device
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()
        file = f"{folder}/onnx/model_quantized.onnx"
        if device == "cuda":
            self.weights = self._read(onnx.load(file))
        else:
            import onnxruntime

            chosen = onnxruntime.SessionOptions()
            chosen.intra_op_num_threads = torch.get_num_threads()
            self.session = onnxruntime.InferenceSession(file, chosen, providers=["CPUExecutionProvider"])

    def _read(self, model):
        raw = {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}
        weights = {}
        for name, value in raw.items():
            if name.endswith("_quantized"):
                base = name.removesuffix("_quantized")
                zero = raw[f"{base}_zero_point"].astype(np.float32)
                weights[base] = (value.astype(np.float32) - zero) * raw[f"{base}_scale"]
            elif value.dtype == np.float32 and not name.endswith("_scale"):
                weights[name] = value
        # The six matrices of each layer carry numbers for names, in the order in which they are used.
        numbered = sorted((int(n.split("_")[-1]), n) for n in weights if n.startswith("onnx::MatMul_"))
        parts = ["query", "key", "value", "attention", "inner", "outer"]
        for index, (_, name) in enumerate(numbered):
            weights[f"{index // 6}.{parts[index % 6]}"] = weights.pop(name)
        return {n: torch.tensor(v, dtype=torch.float16, device=self.device) for n, v in weights.items() if np.ndim(v)}

    @torch.no_grad()
    def embed(self, texts):
        """Unit vectors, 384 dimensions, as a float16 array in the order of the texts."""
        tokens_per_batch = 65536 if self.device == "cuda" else 2048
        encoded = [e.ids for e in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
        vectors = np.zeros((len(texts), 384), np.float16)
        start = 0
        while start < len(order):
            size = max(1, tokens_per_batch // len(encoded[order[start]]))
            chosen = order[start : start + size]
            longest = len(encoded[chosen[-1]])
            ids = torch.zeros((len(chosen), longest), dtype=torch.long)
            mask = torch.zeros((len(chosen), longest), dtype=torch.bool)
            for row, i in enumerate(chosen):
                ids[row, : len(encoded[i])] = torch.tensor(encoded[i])
                mask[row, : len(encoded[i])] = True
            run = self._forward if self.device == "cuda" else self._run_onnx
            vectors[chosen] = run(ids.to(self.device), mask.to(self.device)).cpu().numpy()
            start += size
        return vectors

    def _run_onnx(self, ids, mask):
        inputs = {"input_ids": ids, "attention_mask": mask.long(), "token_type_ids": torch.zeros_like(ids)}
        tokens = self.session.run(None, {name: value.numpy() for name, value in inputs.items()})[0]
        summed = (torch.from_numpy(tokens) * mask[:, :, None]).sum(1)
        return F.normalize(summed, dim=1).half()

    def _forward(self, ids, mask):
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = x + w["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, "embeddings.LayerNorm")
        for layer in range(6):
            name = f"encoder.layer.{layer}"
            q, k, v = (
                self._heads(x @ w[f"{layer}.{part}"] + w[f"{name}.attention.self.{part}.bias"])
                for part in ("query", "key", "value")
            )
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
            mixed = mixed.transpose(1, 2).flatten(2) @ w[f"{layer}.attention"]
            x = self._norm(x + mixed + w[f"{name}.attention.output.dense.bias"], f"{name}.attention.output.LayerNorm")
            inner = F.gelu(x @ w[f"{layer}.inner"] + w[f"{name}.intermediate.dense.bias"])
            outer = inner @ w[f"{layer}.outer"] + w[f"{name}.output.dense.bias"]
            x = self._norm(x + outer, f"{name}.output.LayerNorm")
        summed = (x * mask[:, :, None]).float().sum(1)
        return F.normalize(summed, dim=1).half()

    def _norm(self, x, name):
        return F.layer_norm(x, (384,), self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], 1e-12)

    def _heads(self, x):
        return x.unflatten(2, (HEADS, 384 // HEADS)).transpose(1, 2)
