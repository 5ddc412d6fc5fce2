/** A vector of length 1 in 8 bits a number: what is stored. */
export function quantise(vector: Float32Array): Int8Array {
  let sum = 0;
  let peak = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    sum += value * value;
    if (value > peak) peak = value;
    else if (-value > peak) peak = -value;
  }
  const bytes = new Int8Array(vector.length);
  if (!(sum > 0) || !Number.isFinite(sum)) return bytes;
  // The largest number takes the whole range; the length is put right again when two are compared.
  const scale = 127 / peak;
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i]! * scale);
  return bytes;
}
