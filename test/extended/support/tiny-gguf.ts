import { type GgufTensor, type GgufValue, writeGguf } from './gguf.js';

/**
 * Models of a few kilobytes with random weights: they know nothing, but load and run like the real ones, so that the code
 * around them can be tested without a download. The same seed gives the same bytes.
 */
export interface TinyModel {
  /** Where the file is written. */
  path: string;
  seed?: number;
}

/** An embedder of the architecture of EmbeddingGemma, mean pooling, `TINY.width` numbers a text. */
export function writeTinyEmbedder({ path, seed = 1 }: TinyModel): void {
  const weights = createWeights(seed);
  const arch = 'gemma-embedding';
  writeGguf(
    path,
    {
      ...hyperparameters(arch, EMBEDDER_LAYERS),
      [`${arch}.attention.sliding_window`]: u32(512),
      [`${arch}.pooling_type`]: u32(POOLING_MEAN),
      ...vocabulary(),
    },
    [
      weights.matrix('token_embd.weight', TINY.width, TINY.words.length),
      ...blocks(
        (name) => [
          ...attention(weights, name),
          weights.ones(`${name}.post_attention_norm.weight`, TINY.width),
          ...feedForward(weights, name),
          weights.ones(`${name}.post_ffw_norm.weight`, TINY.width),
        ],
        EMBEDDER_LAYERS,
      ),
      weights.ones('output_norm.weight', TINY.width),
    ],
  );
}

/**
 * A generator of the architecture of Qwen3 that says one line and stops. Each letter is followed by the next one of
 * `says`, so no letter may stand there twice; where a grammar demands other letters, it gives those.
 */
export function writeTinyGenerator({ path, says, seed = 2 }: TinyModel & { says: string }): void {
  const weights = createWeights(seed);
  const words = weights.signs('token_embd.weight', TINY.width, TINY.words.length);
  writeGguf(path, { ...hyperparameters('qwen3'), ...vocabulary() }, [
    words,
    // Without attention and without a thought, what comes out is what went in: the last letter.
    ...blocks((name) => [...attention(weights, name), ...feedForward(weights, name)]).map((tensor) =>
      /attn_output|ffn_down/.test(tensor.name) ? { ...tensor, values: tensor.values.fill(0) } : tensor,
    ),
    weights.ones('output_norm.weight', TINY.width),
    followers(words, `${says}\n`),
  ]);
}

/** For each letter the direction of the one before it: the sum of both is largest where one follows the other. */
function followers({ values: words }: GgufTensor, says: string): GgufTensor {
  const bytes = [...Buffer.from(says)].map((byte) => byte + FIRST_BYTE);
  if (new Set(bytes).size !== bytes.length) throw new Error(`a letter stands twice in "${says}"`);
  const values = new Float32Array(words.length);
  bytes.forEach((byte, index) => {
    const next = bytes[index + 1] ?? END;
    for (let i = 0; i < TINY.width; i++) values[next * TINY.width + i] = 4 * words[byte * TINY.width + i]!;
  });
  return { name: 'output.weight', shape: [TINY.width, TINY.words.length], values };
}

/** A reranker of the architecture of Qwen3-Reranker: yes or no to a question and a document. */
export function writeTinyReranker({ path, seed = 3 }: TinyModel): void {
  const weights = createWeights(seed);
  writeGguf(
    path,
    {
      ...hyperparameters('qwen3'),
      'qwen3.pooling_type': u32(POOLING_RANK),
      'qwen3.classifier.output_labels': { type: 'strings', value: ['yes', 'no'] },
      ...vocabulary(),
      'tokenizer.chat_template.rerank': text('Query: {query}\nDocument: {document}\nAnswer:'),
    },
    [...decoder(weights), weights.matrix('cls.output.weight', TINY.width, 2)],
  );
}

/** What all of them share. */
export const TINY = {
  width: 32,
  /** Three marks, every byte, and nothing else: any text can be read. */
  words: [
    '<unk>',
    '<s>',
    '</s>',
    ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
  ],
} as const;

const END = 2;
const FIRST_BYTE = 3;
const LAYERS = 1;
/** Of this architecture only every sixth layer sees the whole text; with none of these it does not load. */
const EMBEDDER_LAYERS = 6;
const HEADS = 2;
const HEAD_WIDTH = 16;
const HIDDEN = 64;
const CONTEXT = 2048;
const POOLING_MEAN = 1;
const POOLING_RANK = 4;

function hyperparameters(arch: string, layers = LAYERS): Record<string, GgufValue> {
  return {
    'general.architecture': text(arch),
    'general.name': text(`tiny ${arch}`),
    [`${arch}.context_length`]: u32(CONTEXT),
    [`${arch}.embedding_length`]: u32(TINY.width),
    [`${arch}.block_count`]: u32(layers),
    [`${arch}.feed_forward_length`]: u32(HIDDEN),
    [`${arch}.attention.head_count`]: u32(HEADS),
    [`${arch}.attention.head_count_kv`]: u32(HEADS),
    [`${arch}.attention.key_length`]: u32(HEAD_WIDTH),
    [`${arch}.attention.value_length`]: u32(HEAD_WIDTH),
    [`${arch}.attention.layer_norm_rms_epsilon`]: { type: 'f32', value: 1e-6 },
    [`${arch}.rope.freq_base`]: { type: 'f32', value: 10_000 },
  };
}

function vocabulary(): Record<string, GgufValue> {
  const kinds = TINY.words.map((_, index) => (index === 0 ? 2 : index < 3 ? 3 : 6));
  return {
    'tokenizer.ggml.model': text('llama'),
    'tokenizer.ggml.tokens': { type: 'strings', value: TINY.words },
    'tokenizer.ggml.scores': { type: 'f32s', value: TINY.words.map(() => 0) },
    'tokenizer.ggml.token_type': { type: 'i32s', value: kinds },
    'tokenizer.ggml.unknown_token_id': u32(0),
    'tokenizer.ggml.bos_token_id': u32(1),
    'tokenizer.ggml.eos_token_id': u32(2),
    'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
  };
}

function decoder(weights: Weights): GgufTensor[] {
  return [
    weights.matrix('token_embd.weight', TINY.width, TINY.words.length),
    ...blocks((name) => [...attention(weights, name), ...feedForward(weights, name)]),
    weights.ones('output_norm.weight', TINY.width),
  ];
}

function blocks(tensorsOf: (name: string) => GgufTensor[], layers = LAYERS): GgufTensor[] {
  return Array.from({ length: layers }, (_, layer) => tensorsOf(`blk.${layer}`)).flat();
}

function attention(weights: Weights, name: string): GgufTensor[] {
  const inner = HEADS * HEAD_WIDTH;
  return [
    weights.ones(`${name}.attn_norm.weight`, TINY.width),
    weights.matrix(`${name}.attn_q.weight`, TINY.width, inner),
    weights.matrix(`${name}.attn_k.weight`, TINY.width, inner),
    weights.matrix(`${name}.attn_v.weight`, TINY.width, inner),
    weights.matrix(`${name}.attn_output.weight`, inner, TINY.width),
    weights.ones(`${name}.attn_q_norm.weight`, HEAD_WIDTH),
    weights.ones(`${name}.attn_k_norm.weight`, HEAD_WIDTH),
  ];
}

function feedForward(weights: Weights, name: string): GgufTensor[] {
  return [
    weights.ones(`${name}.ffn_norm.weight`, TINY.width),
    weights.matrix(`${name}.ffn_gate.weight`, TINY.width, HIDDEN),
    weights.matrix(`${name}.ffn_up.weight`, TINY.width, HIDDEN),
    weights.matrix(`${name}.ffn_down.weight`, HIDDEN, TINY.width),
  ];
}

type Weights = ReturnType<typeof createWeights>;

function createWeights(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296 - 0.5;
  };
  return {
    matrix(name: string, inner: number, outer: number): GgufTensor {
      const values = Float32Array.from({ length: inner * outer }, () => next() * 0.5);
      return { name, shape: [inner, outer], values };
    },
    /** 1 or -1 everywhere: any two rows are nearly at right angles. */
    signs(name: string, inner: number, outer: number): GgufTensor {
      const values = Float32Array.from({ length: inner * outer }, () => Math.sign(next()) || 1);
      return { name, shape: [inner, outer], values };
    },
    ones: (name: string, size: number): GgufTensor => ({
      name,
      shape: [size],
      values: new Float32Array(size).fill(1),
    }),
  };
}

function u32(value: number): GgufValue {
  return { type: 'u32', value };
}

function text(value: string): GgufValue {
  return { type: 'string', value };
}
