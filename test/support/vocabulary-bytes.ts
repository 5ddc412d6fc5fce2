/** Tokens as the model's file has them: what each shares with the one before, and what follows. */
export function vocabularyBytes(tokens: readonly string[]): Uint8Array {
  let last = Buffer.alloc(0);
  return Buffer.concat(
    tokens.map((token) => {
      const bytes = Buffer.from(token);
      let shared = 0;
      while (shared < Math.min(255, last.length, bytes.length) && last[shared] === bytes[shared]) shared++;
      last = bytes;
      return Buffer.from([shared, bytes.length - shared, ...bytes.subarray(shared)]);
    }),
  );
}
